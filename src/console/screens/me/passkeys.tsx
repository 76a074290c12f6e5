import { t } from '../../languages/language.ts'
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
import { Sentence } from '../../ui/sentence.tsx'
import { ACTIONS, Table } from '../../ui/table.tsx'

const pathOf = ({ id }: Passkey): string => `v2/me/passkeys/${encodeURIComponent(id)}`

/** The passkeys of the user. */
export function Passkeys({ me, onChange }: { me: Me; onChange: () => void }) {
  const { passkeys } = me
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const texts = t().me
  const isOnlyWay = me.signs_in_with.length === 0
  const add = async () => {
    await addPasskey()
    notify(texts.passkeyAdded)
    onChange()
  }
  const removeIt = async (passkey: Passkey) => {
    if (await attempt(async () => remove(pathOf(passkey)))) notify(texts.passkeyRemoved)
    onChange()
  }
  return (
    <section class="page-section" aria-labelledby="passkeys">
      <h2 id="passkeys">{texts.passkeys}</h2>
      {passkeys.length === 0 && <p>{isOnlyWay ? texts.noPasskey : texts.noPasskeyButProvider}</p>}
      {passkeys.length > 0 && (
        <Table
          caption={texts.passkeysCaption}
          columns={[texts.name, { head: texts.added, class: 'wide' }, t().ui.lastUsed, ACTIONS]}
        >
          {passkeys.map((passkey) => (
            <tr key={passkey.id}>
              <th scope="row">
                <InlineEdit
                  value={passkey.name}
                  label={texts.nameOf(passkey.name)}
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
                {passkey.last_used_at === null ? t().ui.never : <Age timestamp={passkey.last_used_at} />}
              </td>
              <td class="action">
                <Button
                  class="button danger"
                  aria-label={texts.removePasskey(passkey.name)}
                  onClick={() => setRemoved(passkey)}
                >
                  {texts.remove}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isPasskeySupported() ? (
        <ActionButton class={passkeys.length === 0 ? 'button primary' : 'button'} action={add}>
          {texts.addPasskey}
        </ActionButton>
      ) : (
        <p class="hint">{texts.passkeysUnsupported}</p>
      )}
      {removed !== null && (
        <ConfirmDialog
          title={texts.removePasskeyTitle}
          action={texts.remove}
          onClose={() => setRemoved(null)}
          onConfirm={() => void removeIt(removed)}
        >
          <Sentence text={texts.removePasskeyHint} parts={{ name: <bdi>{removed.name}</bdi> }} />
          {passkeys.length === 1 && isOnlyWay && ` ${texts.removeOnlyPasskeyHint}`}
        </ConfirmDialog>
      )}
    </section>
  )
}
