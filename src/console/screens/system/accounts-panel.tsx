import { useState } from 'preact/hooks'
import { LIMIT_NAMES } from '../../../contract/account-limits.ts'
import type { Account, AccountList } from '../../../contract/accounts.ts'
import { attempt, notify } from '../../announce.ts'
import { get, patch, post } from '../../api.ts'
import { formatCount } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ACTIONS, Table } from '../../ui/table.tsx'
import { EditAccount } from './edit-account.tsx'

/** Milliseconds between polls of the usage. */
const REFRESH_MS = 15_000

/** All accounts of the service, with their usage. */
export function AccountsPanel() {
  const accounts = useResource<AccountList>(
    '',
    async (_known, abort) => get('v2/accounts', abort),
    () => REFRESH_MS,
  )
  const [edited, setEdited] = useState<Account | null>(null)
  const texts = t().accounts
  const columns = [texts.name, { head: texts.use, class: 'wide' }, ACTIONS]
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">{t().system.tabs.accounts}</h2>
      <NewAccount onCreated={accounts.reload} />
      <Loaded resource={accounts} title={texts.notLoaded}>
        {({ items }) => (
          <Table caption={texts.caption} columns={columns}>
            {items.map((account) => (
              <Row key={account.name} account={account} onEdit={setEdited} onChange={accounts.reload} />
            ))}
          </Table>
        )}
      </Loaded>
      {edited !== null && (
        <EditAccount account={edited} onClose={() => setEdited(null)} onChange={accounts.reload} />
      )}
    </section>
  )
}

function NewAccount({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('')
  const texts = t().accounts
  const create = async () => {
    const isCreated = await attempt(async () => post('v2/accounts', { name }))
    if (!isCreated) return
    notify(texts.created(name.trim()))
    setName('')
    onCreated()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <TextField
        label={texts.newName}
        hint={texts.hint}
        value={name}
        maxLength={100}
        required
        autocomplete="off"
        onText={setName}
      />
      <p class="actions">
        <button type="submit" class="button">
          {texts.create}
        </button>
      </p>
    </form>
  )
}

interface RowProps {
  readonly account: Account
  readonly onEdit: (account: Account) => void
  readonly onChange: () => void
}

function Row({ account, onEdit, onChange }: RowProps) {
  const { name, state, members, jobs } = account
  const texts = t().accounts
  const isPaused = state === 'paused'
  const pause = async () => {
    const path = `v2/accounts/${encodeURIComponent(name)}`
    if (await attempt(async () => patch(path, { paused: !isPaused })))
      notify(isPaused ? texts.resumed(name) : texts.paused(name))
    onChange()
  }
  const facts = [texts.states[state], texts.members(members), texts.jobs(jobs)]
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <span class="hint member-note">{facts.join(' · ')}</span>
      </th>
      <td class="wide">
        <Use account={account} />
      </td>
      <td class="action">
        {state !== 'being deleted' && (
          <span class="row-actions">
            <Button aria-label={texts.editAccount(name)} onClick={() => onEdit(account)}>
              {texts.edit}
            </Button>
            <Button
              aria-label={isPaused ? texts.resumeAccount(name) : texts.pauseAccount(name)}
              onClick={() => void pause()}
            >
              {isPaused ? texts.resume : texts.pause}
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}

/** The usage of an account, for the limits that it has. */
function Use({ account: { limits } }: { account: Account }) {
  const names = t().system.limitNames
  return LIMIT_NAMES.map((name) => {
    const { used, limit } = limits[name]
    if (limit === null) return null
    return (
      <div key={name} class="numeric">
        <span class="muted">{names[name]}</span> {t().system.usedOf(formatCount(used), formatCount(limit))}{' '}
        {limit > 0 && (
          <meter aria-label={names[name]} max={limit} high={limit * 0.9} value={Math.min(used, limit)} />
        )}
      </div>
    )
  })
}
