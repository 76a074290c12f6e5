import { useState } from 'preact/hooks'
import type { Me } from '../../../contract/me.ts'
import type { Passkey } from '../../../contract/passkeys.ts'
import { patch, remove } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { addPasskey, isPasskeySupported } from '../../passkeys.ts'
import { Age } from '../../ui/age.tsx'
import { ActionButton, Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { InlineEdit } from '../../ui/inline-edit.tsx'
import { ACTIONS, Table } from '../../ui/table.tsx'

const pathOf = ({ id }: Passkey): string => `v2/me/passkeys/${encodeURIComponent(id)}`

/** The passkeys of the user, which is how people sign in again. */
export function Passkeys({ me, onChange }: { me: Me; onChange: () => void }) {
  const { passkeys } = me
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const isOnlyWay = me.signs_in_with.length === 0
  const add = async () => {
    await addPasskey()
    notify('The passkey was added.')
    onChange()
  }
  const removeIt = async (passkey: Passkey) => {
    if (await attempt(async () => remove(pathOf(passkey)))) notify('The passkey was removed.')
    onChange()
  }
  return (
    <section class="page-section" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      {passkeys.length === 0 && (
        <p>
          {isOnlyWay
            ? 'You have none: once you are signed out, only another invitation lets you in again.'
            : 'You have none. With one, you can sign in while the identity provider does not answer.'}
        </p>
      )}
      {passkeys.length > 0 && (
        <Table
          caption="Passkeys, oldest first"
          columns={['Name', { head: 'Added', class: 'wide' }, 'Last used', ACTIONS]}
        >
          {passkeys.map((passkey) => (
            <tr key={passkey.id}>
              <th scope="row">
                <InlineEdit
                  value={passkey.name}
                  label={`name of ${passkey.name}`}
                  maxLength={100}
                  onSave={async (name) => {
                    await patch(pathOf(passkey), { name })
                    onChange()
                  }}
                >
                  <bdi>{passkey.name}</bdi>
                </InlineEdit>
              </th>
              <td class="wide muted">
                <Age timestamp={passkey.created_at} />
              </td>
              <td class="muted">
                {passkey.last_used_at === null ? 'Never' : <Age timestamp={passkey.last_used_at} />}
              </td>
              <td class="action">
                <Button
                  class="button danger"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setRemoved(passkey)}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isPasskeySupported() ? (
        <ActionButton class={passkeys.length === 0 ? 'button primary' : 'button'} action={add}>
          Add a passkey
        </ActionButton>
      ) : (
        <p class="hint">
          This browser has no passkeys at this address: open the console at a name, with https, to add one.
        </p>
      )}
      {removed !== null && (
        <ConfirmDialog
          title="Remove this passkey?"
          action="Remove"
          onClose={() => setRemoved(null)}
          onConfirm={() => void removeIt(removed)}
        >
          Nobody signs in with “<bdi>{removed.name}</bdi>” any more; who is signed in stays so.
          {passkeys.length === 1 &&
            isOnlyWay &&
            ' It is your only one: once you are signed out, only another invitation lets you in again.'}
        </ConfirmDialog>
      )}
    </section>
  )
}
