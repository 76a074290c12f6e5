import { useState } from 'preact/hooks'
import type { CreatedKey, KeyList } from '../../../contract/keys.ts'
import { get, remove } from '../../api.ts'
import { formatAge, formatTime } from '../../formatting.ts'
import { attempt, notify } from '../../announce.ts'
import { useResource } from '../../resource.ts'
import { useTitle } from '../../router.ts'
import { signedIn } from '../../sign-in.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AdminOnly, Failure } from '../../ui/states.tsx'
import { ACTIONS, SkeletonRows, Table } from '../../ui/table.tsx'
import { CallbackSecretPanel } from './callback-secret.tsx'
import { CreatedKeyPanel, NewKeyDialog } from './new-key.tsx'
import './keys.css'

type Key = KeyList['items'][number]

export function KeysScreen() {
  useTitle('Keys')
  if (signedIn.value?.is_admin !== true)
    return (
      <>
        <div class="page-header">
          <h1>Keys</h1>
        </div>
        <AdminOnly>Keys and the secret of callbacks can only be managed with one.</AdminOnly>
      </>
    )
  return <Keys />
}

function Keys() {
  const { value, error, reload } = useResource<KeyList>('', async (_known, abort) => get('v2/keys', abort))
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  return (
    <>
      <div class="page-header">
        <h1>Keys</h1>
        <Button class="button primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          Create a key
        </Button>
      </div>
      {created !== null && <CreatedKeyPanel created={created} onClose={() => setCreated(null)} />}
      {error !== null && value === null ? (
        <Failure title="The keys could not be loaded" error={error} onRetry={reload} />
      ) : (
        <KeyTable keys={value?.items ?? null} onChange={reload} />
      )}
      <CallbackSecretPanel />
      {isCreating && (
        <NewKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreated(key)
            reload()
          }}
        />
      )}
    </>
  )
}

const COLUMNS = [
  'Name',
  'Scopes',
  ...['Created', 'Last used', 'Expires'].map((head) => ({ head, class: 'wide' })),
  ACTIONS,
]

/** @param keys null while they load */
function KeyTable({ keys, onChange }: { keys: readonly Key[] | null; onChange: () => void }) {
  const [revoked, setRevoked] = useState<Key | null>(null)
  const revoke = async ({ id, name }: Key) => {
    await attempt(async () => {
      await remove(`v2/keys/${id}`)
      notify(`The key “${name}” was revoked.`)
    })
    onChange()
  }
  return (
    <>
      <Table caption="Keys, oldest first" columns={COLUMNS} isBusy={keys === null}>
        {keys === null ? (
          <SkeletonRows columns={COLUMNS.length} widths={[48, 32, 40]} />
        ) : (
          keys.map((key) => <Row key={key.id} shown={key} onRevoke={() => setRevoked(key)} />)
        )}
      </Table>
      {revoked !== null && (
        <ConfirmDialog
          title="Revoke this key?"
          action="Revoke"
          onClose={() => setRevoked(null)}
          onConfirm={() => void revoke(revoked)}
        >
          Programs that use “<bdi>{revoked.name}</bdi>” are refused at once, and who is signed in with it is
          signed out. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

function Row({ shown, onRevoke }: { shown: Key; onRevoke: () => void }) {
  const { id, name, scopes, admin, created_at, expires_at, last_used_at } = shown
  const isOwn = id === signedIn.value?.key_id
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {isOwn && <span class="detail">This session</span>}
      </th>
      <td>
        {admin ? 'admin' : scopes.join(', ')}
        <span class="detail narrow">
          Expires: <Expiry timestamp={expires_at} />
        </span>
      </td>
      <td class="wide muted">
        <Age timestamp={created_at} />
      </td>
      <td class="wide muted">{last_used_at === null ? 'Never' : <Age timestamp={last_used_at} />}</td>
      <td class="wide muted">
        <Expiry timestamp={expires_at} />
      </td>
      <td class="action">
        {!isOwn && (
          <Button class="button danger" aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}

function Expiry({ timestamp }: { timestamp: string | null }) {
  if (timestamp === null) return <>Never</>
  const now = Date.now()
  return (
    <time dateTime={timestamp} title={formatTime(timestamp)}>
      {Date.parse(timestamp) <= now ? 'Expired' : formatAge(timestamp, now)}
    </time>
  )
}
