/** Fields of forms. */
import type { ComponentChildren } from 'preact'

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
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

/** One of some texts. */
export function Select({ options, onChange, ...props }: SelectProps) {
  return (
    <select class="input" onChange={({ currentTarget }) => onChange(currentTarget.value)} {...props}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
