import { useId, useState } from 'preact/hooks'
import { FRACTIONAL, LIMIT_NAMES, type LimitName, MAX_PRIORITY } from '../../../contract/account-limits.ts'
import type { Account } from '../../../contract/accounts.ts'
import { notify } from '../../announce.ts'
import { patch, remove } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { isOperator, signedIn } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/fields.tsx'

type Limit = number | null | 'default'

interface EditProps {
  readonly account: Account
  readonly onClose: () => void
  readonly onChange: () => void
}

/** Changes the limits and the priority of an account, or deletes it. */
export function EditAccount(props: EditProps) {
  const { account, onClose, onChange } = props
  const [isRemoving, setRemoving] = useState(false)
  const [priority, setPriority] = useState(account.priority)
  const [limits, setLimits] = useState<Partial<Record<LimitName, Limit>>>({})
  const texts = t().accounts
  const id = useId()
  if (isRemoving) return <RemoveAccount {...props} />
  const save = async () => {
    await patch(`v2/accounts/${encodeURIComponent(account.name)}`, { limits, priority })
    notify(texts.saved(account.name))
    onChange()
  }
  // The operators' own account cannot be deleted.
  const isOwn = isOperator() && account.name === signedIn.value?.account
  return (
    <FormDialog
      title={texts.editAccount(account.name)}
      action={texts.save}
      otherActions={
        !isOwn && (
          <Button class="button danger" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      {LIMIT_NAMES.map((name) => {
        const { own, limit } = account.limits[name]
        return (
          <LimitField
            key={name}
            name={name}
            value={limits[name] === undefined ? (own ? limit : 'default') : limits[name]}
            onChange={(value) => setLimits({ ...limits, [name]: value })}
          />
        )
      })}
      <div class="field">
        <label for={id}>{texts.priority}</label>
        <input
          id={id}
          class="input short"
          type="number"
          required
          min={-MAX_PRIORITY}
          max={MAX_PRIORITY}
          value={priority}
          aria-describedby={`${id}-hint`}
          onInput={({ currentTarget }) => setPriority(currentTarget.valueAsNumber)}
        />
        <p class="hint" id={`${id}-hint`}>
          {texts.priorityHint}
        </p>
      </div>
    </FormDialog>
  )
}

interface LimitProps {
  readonly name: LimitName
  readonly value: Limit
  readonly onChange: (value: Limit) => void
}

function LimitField({ name, value, onChange }: LimitProps) {
  const id = useId()
  const texts = t().accounts
  const label = t().system.limitNames[name]
  const kind = value === 'default' ? 'default' : value === null ? 'none' : 'own'
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="limit">
        <Select
          id={id}
          value={kind}
          options={[
            ['default', texts.usual],
            ['none', texts.noLimit],
            ['own', texts.own],
          ]}
          onChange={(chosen) => onChange(chosen === 'own' ? 1 : chosen === 'none' ? null : 'default')}
        />
        {typeof value === 'number' && (
          <input
            class="input short"
            type="number"
            required
            aria-label={texts.howMany(label)}
            min={0}
            step={FRACTIONAL.includes(name) ? 'any' : 1}
            value={Number.isNaN(value) ? '' : value}
            onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
          />
        )}
      </div>
    </div>
  )
}

/** Asks for the name of the account before deleting it. */
function RemoveAccount({ account: { name }, onClose, onChange }: EditProps) {
  const [typed, setTyped] = useState('')
  const texts = t().accounts
  const erase = async () => {
    const confirm = new URLSearchParams({ confirm: typed }).toString()
    await remove(`v2/accounts/${encodeURIComponent(name)}?${confirm}`)
    notify(texts.removed(name))
    onChange()
  }
  return (
    <FormDialog
      title={texts.removeTitle(name)}
      action={texts.remove}
      isDangerous
      isReady={typed === name}
      onSubmit={erase}
      onClose={onClose}
    >
      <p>{texts.removeHint}</p>
      <TextField
        label={texts.confirmName}
        hint={texts.confirmHint(name)}
        value={typed}
        autocomplete="off"
        spellcheck={false}
        autofocus
        onText={setTyped}
      />
    </FormDialog>
  )
}
