import type { Me } from '../../../contract/me.ts'
import { get, patch } from '../../api.ts'
import { useResource } from '../../resource.ts'
import { useTitle } from '../../router.ts'
import { restoreSignIn } from '../../sign-in.ts'
import { InlineEdit } from '../../ui/inline-edit.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AccountSelect } from './account-select.tsx'
import { MyDevices } from './my-devices.tsx'
import { MyKeys } from './my-keys.tsx'
import { Passkeys } from './passkeys.tsx'
import { t } from '../../languages/language.ts'
import './me.css'

/** The signed-in user, with accounts, passkeys, devices and keys. */
export function MeScreen() {
  const me = useResource<Me>('', async (_known, abort) => get('v2/me', abort))
  useTitle(t().shell.screens.me)
  return (
    <>
      <div class="page-header">
        <h1>{t().shell.screens.me}</h1>
      </div>
      <Loaded resource={me} title={t().me.notLoaded}>
        {(value) => (
          <>
            <Profile me={value} onChange={me.reload} />
            <Passkeys me={value} onChange={me.reload} />
          </>
        )}
      </Loaded>
      <MyDevices />
      <MyKeys />
    </>
  )
}

function Profile({
  me: { name, email, accounts, signs_in_with },
  onChange,
}: {
  me: Me
  onChange: () => void
}) {
  const texts = t().me
  const rename = async (text: string) => {
    await patch('v2/me', { name: text })
    onChange()
    await restoreSignIn()
  }
  return (
    <dl class="me-facts">
      <dt>{texts.name}</dt>
      <dd>
        <InlineEdit value={name} label={texts.name} maxLength={100} onSave={rename}>
          <bdi>{name}</bdi>
        </InlineEdit>
      </dd>
      {email !== null && (
        <>
          <dt>{texts.email}</dt>
          <dd>
            <bdi>{email}</bdi>
          </dd>
        </>
      )}
      {signs_in_with.length > 0 && (
        <>
          <dt>{texts.signsInAt}</dt>
          <dd>{signs_in_with.join(', ')}</dd>
        </>
      )}
      <dt>{accounts.length === 1 ? texts.account : texts.accounts}</dt>
      <dd>
        <ul>
          {accounts.map(({ name: account, role }) => (
            <li key={account}>
              <bdi>{account}</bdi> <span class="muted">{t().ui.roles[role]}</span>
            </li>
          ))}
        </ul>
        {accounts.length > 1 && (
          <label class="account-choice">
            <Sentence text={texts.inUse} parts={{ account: <AccountSelect /> }} />
          </label>
        )}
      </dd>
    </dl>
  )
}
