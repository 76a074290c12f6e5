import { t } from '../../languages/language.ts'
import { attempt, notify } from '../../announce.ts'
import { navigate } from '../../router.ts'
import { chooseAccount, signedIn } from '../../sign-in.ts'
import { isLive } from '../live/recording.ts'
import { Select } from '../../ui/fields.tsx'
import { isUnderWay, uploads } from '../../uploads/uploads.ts'

/** Switches the account in use, and then shows its jobs. */
export function AccountSelect() {
  const { account = '', accounts = [] } = signedIn.value ?? {}
  const choose = async (name: string) => {
    // The uploads would end up in the other account.
    if (uploads.peek().some(isUnderWay)) {
      notify(t().me.uploadsFirst, { isError: true })
      return
    }
    if (isLive.peek()) {
      notify(t().me.recordingFirst, { isError: true })
      return
    }
    if (await attempt(async () => chooseAccount(name))) navigate('jobs')
  }
  return (
    <Select
      aria-label={t().me.account}
      value={account}
      options={accounts.map((name) => [name, name] as const)}
      onChange={(name) => void choose(name)}
    />
  )
}
