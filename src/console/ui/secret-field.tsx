import { useId } from 'preact/hooks'
import { CopyButton } from './copy-button.tsx'

/** A secret that can be selected and copied. */
export function SecretField({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="secret-field">
        <input
          id={id}
          class="input"
          readOnly
          spellcheck={false}
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={value} what={label.toLowerCase()} />
      </div>
    </div>
  )
}
