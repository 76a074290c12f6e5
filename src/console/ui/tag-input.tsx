/** A list of texts as tags. Typing adds one. */
import { useId, useState } from 'preact/hooks'
import { t } from '../languages/language.ts'
import { RemovableTag } from './removable-tag.tsx'
import './tag-input.css'

interface TagInputProps {
  readonly id: string
  /** The items of the list. */
  readonly values: readonly string[]
  /** The allowed values with their names; absent if any text is allowed. */
  readonly options?: readonly (readonly [value: string, name: string])[]
  readonly placeholder: string
  readonly maxLength?: number | undefined
  /** Whether others share the list, so that Backspace does not remove anything from it by mistake. */
  readonly isShared?: boolean
  readonly onAdd: (values: readonly string[]) => void
  readonly onRemove: (value: string) => void
}

/** Folds case and accents for comparison. */
const folded = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function TagInput(props: TagInputProps) {
  const { id, values, options, placeholder, maxLength, isShared = false, onAdd, onRemove } = props
  const [text, setText] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const list = useId()
  const rest = options?.filter(([value]) => !values.includes(value))
  const nameOf = (value: string) => options?.find(([one]) => one === value)?.[1] ?? value

  /** The option whose name is the text or starts with it. */
  const optionOf = (typed: string) => {
    const wanted = folded(typed)
    const names = rest?.map(([value, name]) => ({ value, name: folded(name) })) ?? []
    return (
      names.find(({ value, name }) => name === wanted || value.toLowerCase() === wanted) ??
      names.find(({ name }) => name.startsWith(wanted)) ??
      names.find(({ name }) => name.includes(wanted))
    )?.value
  }
  const isName = (typed: string) => rest?.some(([, name]) => folded(name) === folded(typed)) ?? false
  const add = (typed: string) => {
    // Names of options may contain commas.
    const parts = typed.split(options === undefined ? /[\n,;]/ : '\n').flatMap((part) => part.trim() || [])
    const found = parts.map((part) => (options === undefined ? part : optionOf(part)))
    const known = [...new Set(found)].filter((one) => one !== undefined)
    setUnknown(known.length < parts.length && found.includes(undefined))
    if (found.includes(undefined)) return
    setText('')
    const fresh = known.filter((one) => !values.includes(one))
    if (fresh.length > 0) onAdd(fresh)
  }
  return (
    <div class="tag-input">
      {values.length > 0 && (
        <ul>
          {values.map((value) => (
            <RemovableTag
              key={value}
              label={t().uploads.remove(nameOf(value))}
              onRemove={() => onRemove(value)}
            >
              <bdi>{nameOf(value)}</bdi>
            </RemovableTag>
          ))}
        </ul>
      )}
      <input
        id={id}
        class="input"
        autocomplete="off"
        list={options === undefined ? undefined : list}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? `${id}-unknown` : `${id}-hint`}
        onInput={(event) => {
          const { value } = event.currentTarget
          const isChosen = !(event instanceof InputEvent) || event.inputType === 'insertReplacementText'
          setText(value)
          setUnknown(false)
          if (isChosen && isName(value)) add(value)
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text') ?? ''
          if (!pasted.trim().includes('\n')) return
          // A single-line field would lose the line breaks.
          event.preventDefault()
          add(pasted)
        }}
        onBlur={() => {
          if (options === undefined || isName(text)) add(text)
        }}
        onKeyDown={(event) => {
          const { key, isComposing, repeat } = event
          const last = isShared || repeat ? undefined : values.at(-1)
          if (key === 'Enter' && !isComposing) {
            // Do not submit the form.
            event.preventDefault()
            if (text.trim() !== '') add(text)
          } else if (key === 'Backspace' && text === '' && last !== undefined) onRemove(last)
        }}
      />
      {rest !== undefined && (
        <datalist id={list}>
          {rest.map(([value, name]) => (
            <option key={value} value={name} />
          ))}
        </datalist>
      )}
      {isUnknown && (
        <p class="hint problem" id={`${id}-unknown`} role="alert">
          {t().newJob.notInList}
        </p>
      )}
    </div>
  )
}
