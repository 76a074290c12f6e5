import { t } from '../../languages/language.ts'
import { useState } from 'preact/hooks'
import type { CreatedKey, KeyList } from '../../../contract/keys.ts'
import type { MemberList } from '../../../contract/members.ts'
import { get } from '../../api.ts'
import { useResource } from '../../resource.ts'
import { useTitle } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure } from '../../ui/states.tsx'
import { CallbackSecretPanel } from './callback-secret.tsx'
import { CreatedKeyPanel, KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key.tsx'
import { WebhooksPanel } from './webhooks.tsx'
import './keys.css'

interface Keys extends KeyList {
  /** Names of the members by their ids. */
  readonly owners: ReadonlyMap<string, string>
}

export function KeysScreen() {
  const { value, error, reload } = useResource<Keys>('', async (_known, abort) => {
    const [{ items }, members] = await Promise.all([
      get<KeyList>('v2/keys', abort),
      get<MemberList>('v2/members', abort),
    ])
    return { items, owners: new Map(members.items.map(({ id, name }) => [id, name])) }
  })
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  useTitle(t().shell.screens.keys)
  return (
    <>
      <div class="page-header">
        <h1>{t().shell.screens.keys}</h1>
        <Button class="button primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {t().keys.createKey}
        </Button>
      </div>
      {created !== null && <CreatedKeyPanel created={created} onClose={() => setCreated(null)} />}
      {error !== null && value === null ? (
        <Failure title={t().keys.notLoaded} error={error} onRetry={reload} />
      ) : (
        <KeyTable path="v2/keys" keys={value?.items ?? null} owners={value?.owners} onChange={reload} />
      )}
      <CallbackSecretPanel />
      <WebhooksPanel />
      {isCreating && (
        <NewKeyDialog
          path="v2/keys"
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
