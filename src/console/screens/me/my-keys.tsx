import { t } from '../../languages/language.ts'
import { useState } from 'preact/hooks'
import type { CreatedKey, KeyList } from '../../../contract/keys.ts'
import { get } from '../../api.ts'
import { useResource } from '../../resource.ts'
import { signedIn } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Loaded } from '../../ui/states.tsx'
import { CreatedKeyPanel, KeyTable } from '../keys/key-table.tsx'
import { NewKeyDialog } from '../keys/new-key.tsx'

const PATH = 'v2/me/keys'

/** The keys of the user for the account in use. */
export function MyKeys() {
  const keys = useResource<KeyList>('', async (_known, abort) => get(PATH, abort))
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  return (
    <section class="page-section" aria-labelledby="my-keys">
      <h2 id="my-keys">
        <Sentence text={t().me.myKeys} parts={{ account: <bdi>{signedIn.value?.account}</bdi> }} />
      </h2>
      <p class="muted">{t().me.myKeysHint}</p>
      {created !== null && <CreatedKeyPanel created={created} onClose={() => setCreated(null)} />}
      <Loaded resource={keys} title={t().me.keysNotLoaded}>
        {({ items }) => items.length > 0 && <KeyTable path={PATH} keys={items} onChange={keys.reload} />}
      </Loaded>
      <Button onClick={() => setCreating(true)}>{t().keys.createKey}</Button>
      {isCreating && (
        <NewKeyDialog
          path={PATH}
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreated(key)
            keys.reload()
          }}
        />
      )}
    </section>
  )
}
