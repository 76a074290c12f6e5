/** Fields of forms. */
import type { ComponentChildren, InputHTMLAttributes, PartialInputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

interface CheckProps {
  readonly label: ComponentChildren
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** A checkbox with its label. */
export function Check({ label, onChange, ...props }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" onChange={({ currentTarget }) => onChange(currentTarget.checked)} {...props} />
      {label}
    </label>
  )
}

interface SelectProps {
  readonly id?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-label'?: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

/** Selects one of some texts. It shows `value`, even while a new choice is pending or was refused. */
export function Select({ options, onChange, ...props }: SelectProps) {
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }) => {
    const { value } = currentTarget
    currentTarget.value = props.value
    onChange(value)
  }
  return (
    <select class="input" onChange={choose} {...props}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

type InputProps = PartialInputHTMLAttributes<HTMLInputElement>

interface TextFieldProps extends Pick<
  InputProps,
  'autocomplete' | 'autofocus' | 'maxLength' | 'required' | 'spellcheck' | 'value'
> {
  readonly type?: 'email' | 'password'
  readonly label: string
  readonly hint: string
  /** Why the text is invalid; replaces the hint. */
  readonly problem?: string | null
  readonly onText: (text: string) => void
}

/** A text field with a label and a hint. @param props of the element */
export function TextField({ label, hint, problem = null, onText, ...props }: TextFieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        {...(props as InputHTMLAttributes)}
      />
      <p
        id={`${id}-hint`}
        class={problem === null ? 'hint' : 'hint problem'}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}
