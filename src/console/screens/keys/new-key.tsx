import { useState } from 'preact/hooks'
import type { CreatedKey } from '../../../contract/keys.ts'
import type { Scope } from '../../../contract/scopes.ts'
import { ScriptoriumError, post } from '../../api.ts'
import { may } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check, TextField } from '../../ui/fields.tsx'

interface NewKeyProps {
  /** Where keys are created: those of the account, or of the user. */
  readonly path: 'v2/keys' | 'v2/me/keys'
  readonly onCreated: (key: CreatedKey) => void
  readonly onClose: () => void
}

/** The scopes, as they are chosen. */
const SCOPES: Readonly<Record<Scope, string>> = {
  read: 'Read jobs, transcripts, audio, deliveries and usage',
  write: 'Upload, create, change and delete',
  live: 'Open live sessions',
  admin: 'Administer the account, and all of these',
}
/** Nobody gives a key more than they may do themselves. */
const allowed = (): readonly Scope[] => (Object.keys(SCOPES) as Scope[]).filter(may)

const DAY_MS = 86_400_000
/** Days after which a key expires; the first one is the default. */
const EXPIRIES = [
  [null, 'Never'],
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
] as const

export function NewKeyDialog({ path, onCreated, onClose }: NewKeyProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(() => allowed().filter((scope) => scope !== 'admin'))
  const [days, setDays] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isAdmin = scopes.includes('admin')
  const choose = (scope: Scope, isChosen: boolean) =>
    setScopes(allowed().filter((one) => (one === scope ? isChosen : scopes.includes(one))))
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      onCreated(await post<CreatedKey>(path, { name, scopes, expires_at: dateIn(days) }))
      onClose()
    } catch (error) {
      setProblem(explain(error as Error))
      setBusy(false)
    }
  }
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          hint="By which you recognise it, such as the program that uses it."
          problem={problem}
          autofocus
          required
          maxLength={100}
          value={name}
          onText={setName}
        />
        <fieldset class="scopes">
          <legend>Scopes</legend>
          {allowed().map((scope) => (
            <Check
              key={scope}
              label={SCOPES[scope]}
              checked={isAdmin || scopes.includes(scope)}
              disabled={isAdmin && scope !== 'admin'}
              onChange={(isChosen) => choose(scope, isChosen)}
            />
          ))}
        </fieldset>
        <div class="field">
          <label for="key-expiry">Expires</label>
          <select
            id="key-expiry"
            class="input"
            value={String(days)}
            onChange={({ currentTarget }) => setDays(EXPIRIES[currentTarget.selectedIndex]?.[0] ?? null)}
          >
            {EXPIRIES.map(([value, label]) => (
              <option key={label} value={String(value)}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" class="button primary" disabled={isBusy || scopes.length === 0}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const dateIn = (days: number | null): string | null =>
  days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()

/** The first fault, without the name of its field, which is beside it. */
function explain(error: Error): string {
  const [fault] = error instanceof ScriptoriumError ? error.faults : []
  return (fault ?? error.message).replace(/^name: /, 'The name ')
}
