/** Text that can be copied. */
import { Button } from './button.tsx'
import { useId } from 'preact/hooks'
import { notify } from '../announce.ts'

/** @param what is copied, for screen readers, where the text beside the button does not say so */
export function CopyButton({ text, what }: { text: string; what?: string }) {
  const copy = () => {
    // Not there without HTTPS.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('not allowed'))
    written.then(
      () => notify('Copied.'),
      () => notify('The browser does not allow copying.', { isError: true }),
    )
  }
  return (
    <Button class="link-button" aria-label={what === undefined ? undefined : `Copy ${what}`} onClick={copy}>
      Copy
    </Button>
  )
}

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
