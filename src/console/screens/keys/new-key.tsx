import { t } from '../../languages/language.ts'
import { useState } from 'preact/hooks'
import type { CreatedKey } from '../../../contract/keys.ts'
import type { Scope } from '../../../contract/scopes.ts'
import { firstFault, post } from '../../api.ts'
import { may } from '../../sign-in.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { Check, TextField } from '../../ui/fields.tsx'

interface NewKeyProps {
  /** Path of the operation that creates a key of the account, or of the user. */
  readonly path: 'v2/keys' | 'v2/me/keys'
  readonly onCreated: (key: CreatedKey) => void
  readonly onClose: () => void
}

/** Users cannot give a key more scopes than they have themselves. */
const allowed = (): readonly Scope[] => (Object.keys(t().keys.scopeTexts) as Scope[]).filter(may)

const DAY_MS = 86_400_000
/** Days after which a key expires; the first one is the default. */
const EXPIRIES = [null, 30, 90, 365] as const

export function NewKeyDialog({ path, onCreated, onClose }: NewKeyProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(() => allowed().filter((scope) => scope !== 'admin'))
  const [days, setDays] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isAdmin = scopes.includes('admin')
  const texts = t().keys
  const choose = (scope: Scope, isChosen: boolean) =>
    setScopes(allowed().filter((one) => (one === scope ? isChosen : scopes.includes(one))))
  return (
    <FormDialog
      title={texts.createKey}
      action={texts.create}
      isReady={scopes.length > 0}
      onSubmit={async () =>
        onCreated(await post<CreatedKey>(path, { name, scopes, expires_at: dateIn(days) }))
      }
      onFailure={(error) => setProblem(firstFault(error).replace(/^name: /, texts.theName))}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        problem={problem}
        autofocus
        required
        maxLength={100}
        value={name}
        onText={setName}
      />
      <fieldset class="scopes">
        <legend>{texts.scopes}</legend>
        {allowed().map((scope) => (
          <Check
            key={scope}
            label={texts.scopeTexts[scope]}
            checked={isAdmin || scopes.includes(scope)}
            disabled={isAdmin && scope !== 'admin'}
            onChange={(isChosen) => choose(scope, isChosen)}
          />
        ))}
      </fieldset>
      <div class="field">
        <label for="key-expiry">{texts.expires}</label>
        <select
          id="key-expiry"
          class="input"
          value={String(days)}
          onChange={({ currentTarget }) => setDays(EXPIRIES[currentTarget.selectedIndex] ?? null)}
        >
          {EXPIRIES.map((value) => (
            <option key={value} value={String(value)}>
              {value === null ? t().ui.never : value === 365 ? texts.inAYear : texts.inDays(value)}
            </option>
          ))}
        </select>
      </div>
    </FormDialog>
  )
}

const dateIn = (days: number | null): string | null =>
  days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
