import { t } from '../../languages/language.ts'
import { useState } from 'preact/hooks'
import type { CreatedKey, KeyList } from '../../../contract/keys.ts'
import { remove } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { signedIn } from '../../sign-in.ts'
import { Age, Expiry } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { ShownOnce } from '../../ui/copy.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { ACTIONS, SkeletonRows, Table } from '../../ui/table.tsx'

type Key = KeyList['items'][number]

interface KeyTableProps {
  /** Path of the operations that revoke keys. */
  readonly path: 'v2/keys' | 'v2/me/keys'
  /** Null while they load. */
  readonly keys: readonly Key[] | null
  /** Names of users by their ids, if the keys have several owners. */
  readonly owners?: ReadonlyMap<string, string> | undefined
  readonly onChange: () => void
}

export function KeyTable({ path, keys, owners, onChange }: KeyTableProps) {
  const [revoked, setRevoked] = useState<Key | null>(null)
  const texts = t().keys
  const columns = [
    texts.name,
    ...(owners === undefined ? [] : [{ head: texts.owner, class: 'wide' }]),
    texts.scopes,
    ...[texts.created, t().ui.lastUsed, texts.expires].map((head) => ({ head, class: 'wide' })),
    ACTIONS,
  ]
  const revoke = async ({ id, name }: Key) => {
    await attempt(async () => {
      await remove(`${path}/${id}`)
      notify(texts.revoked(name))
    })
    onChange()
  }
  return (
    <>
      <Table caption={texts.caption} columns={columns} isBusy={keys === null}>
        {keys === null ? (
          <SkeletonRows columns={columns.length} widths={[48, 32, 40]} />
        ) : (
          keys.map((key) => (
            <Row
              key={key.id}
              shown={key}
              owner={owners && ownerOf(key, owners)}
              onRevoke={() => setRevoked(key)}
            />
          ))
        )}
      </Table>
      {revoked !== null && (
        <ConfirmDialog
          title={texts.revokeTitle}
          action={texts.revoke}
          onClose={() => setRevoked(null)}
          onConfirm={() => void revoke(revoked)}
        >
          <Sentence text={texts.revokeHint} parts={{ name: <bdi>{revoked.name}</bdi> }} />
        </ConfirmDialog>
      )}
    </>
  )
}

const ownerOf = ({ user_id }: Key, owners: ReadonlyMap<string, string>): string =>
  user_id === null ? t().keys.ofAccount : (owners.get(user_id) ?? t().keys.somebody)

interface RowProps {
  readonly shown: Key
  /** Undefined if all keys have the same owner. */
  readonly owner: string | undefined
  readonly onRevoke: () => void
}

function Row({ shown, owner, onRevoke }: RowProps) {
  const { id, name, scopes, admin, created_at, expires_at, last_used_at } = shown
  const isOwn = id === signedIn.value?.who.id
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {isOwn && <span class="detail">{t().keys.thisSession}</span>}
        {owner !== undefined && (
          <span class="detail narrow">
            <Sentence text={t().keys.of} parts={{ owner: <bdi>{owner}</bdi> }} />
          </span>
        )}
      </th>
      {owner !== undefined && (
        <td class="wide">
          <bdi>{owner}</bdi>
        </td>
      )}
      <td>
        {admin ? 'admin' : scopes.join(', ')}
        <span class="detail narrow">
          <Sentence text={t().keys.expiresAt} parts={{ time: <Expiry timestamp={expires_at} /> }} />
        </span>
      </td>
      <td class="wide muted">
        <Age timestamp={created_at} />
      </td>
      <td class="wide muted">{last_used_at === null ? t().ui.never : <Age timestamp={last_used_at} />}</td>
      <td class="wide muted">
        <Expiry timestamp={expires_at} />
      </td>
      <td class="action">
        {!isOwn && (
          <Button class="button danger" aria-label={t().keys.revokeKey(name)} onClick={onRevoke}>
            {t().keys.revoke}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** The only time that a key is shown. */
export function CreatedKeyPanel({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  return (
    <ShownOnce
      label={t().keys.key}
      value={created.key}
      onClose={onClose}
      title={<Sentence text={t().keys.wasCreated} parts={{ name: <bdi>{created.name}</bdi> }} />}
    >
      {t().keys.copyNow}
    </ShownOnce>
  )
}
