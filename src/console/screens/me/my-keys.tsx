import { useState } from 'preact/hooks'
import type { CreatedKey, KeyList } from '../../../contract/keys.ts'
import { get } from '../../api.ts'
import { useResource } from '../../resource.ts'
import { signedIn } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'
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
        My keys for “<bdi>{signedIn.value?.account}</bdi>”
      </h2>
      <p class="muted">
        For programs of yours. A key never may do more than you may, and ends with your membership.
      </p>
      {created !== null && <CreatedKeyPanel created={created} onClose={() => setCreated(null)} />}
      <Loaded resource={keys} title="Your keys could not be loaded">
        {({ items }) => items.length > 0 && <KeyTable path={PATH} keys={items} onChange={keys.reload} />}
      </Loaded>
      <Button onClick={() => setCreating(true)}>Create a key</Button>
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
