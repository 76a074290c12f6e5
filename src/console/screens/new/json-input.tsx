import { useState } from 'preact/hooks'
import { t } from '../../languages/language.ts'
import type { InputProps } from './input-props.ts'

/** Edits a value without another input as JSON. */
export function JsonInput({ id, value, onChange }: InputProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const [isBroken, setBroken] = useState(false)
  const read = (written: string) => {
    setText(written)
    try {
      onChange(written.trim() === '' ? undefined : JSON.parse(written))
      setBroken(false)
    } catch {
      onChange(undefined)
      setBroken(true)
    }
  }
  return (
    <>
      <textarea
        id={id}
        class="input json"
        rows={3}
        spellcheck={false}
        placeholder="JSON"
        value={text}
        aria-invalid={isBroken}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      {isBroken && <p class="hint problem">{t().newJob.notJson}</p>}
    </>
  )
}
