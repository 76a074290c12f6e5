import { useEffect, useRef, useState } from 'preact/hooks'
import type { CreatedKey } from '../../../contract/keys.ts'
import { ApiError, post } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SecretField } from '../../ui/secret-field.tsx'

interface NewKeyProps {
  readonly onCreated: (key: CreatedKey) => void
  readonly onClose: () => void
}

export function NewKeyDialog({ onCreated, onClose }: NewKeyProps) {
  const [name, setName] = useState('')
  const [admin, setAdmin] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      onCreated(await post<CreatedKey>('v2/keys', { name, admin }))
      onClose()
    } catch (error) {
      setProblem(explain(error as Error))
      setBusy(false)
    }
  }
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form class="new-key" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for="key-name">Name</label>
          <input
            id="key-name"
            class="input"
            autofocus
            required
            maxLength={100}
            value={name}
            aria-invalid={problem !== null}
            aria-describedby="key-name-hint"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <p
            id="key-name-hint"
            class={problem === null ? 'hint' : 'hint problem'}
            role={problem === null ? undefined : 'alert'}
          >
            {problem ?? 'By which you recognise it, such as the program that uses it.'}
          </p>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={admin}
            onChange={({ currentTarget }) => setAdmin(currentTarget.checked)}
          />
          Admin key: may manage keys and the secret of callbacks, and see the state of the service
        </label>
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The first fault, without the name of its field, which is beside it. */
function explain(error: Error): string {
  const [fault] = error instanceof ApiError ? error.faults : []
  return (fault ?? error.message).replace(/^name: /, 'The name ')
}

/** The only time that the key is shown. */
export function CreatedKeyPanel({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [created])
  return (
    <section class="created-key" ref={panel} tabIndex={-1} aria-labelledby="created-key">
      <h2 id="created-key">
        The key “<bdi>{created.name}</bdi>” was created
      </h2>
      <p>Copy it now: it is not stored, and cannot be shown again.</p>
      <SecretField label="Key" value={created.key} />
      <button type="button" class="button" onClick={onClose}>
        I have copied it
      </button>
    </section>
  )
}
