import { useLayoutEffect, useState } from 'preact/hooks'
import type { ConsoleSession } from '../../../contract/console-session.ts'
import type { OfferedInvitation } from '../../../contract/invitations.ts'
import type { Me } from '../../../contract/me.ts'
import { get, post, ScriptoriumError } from '../../api.ts'
import { formatTime } from '../../formatting.ts'
import { joinAtProvider, useWaysToSignIn } from '../../identity-provider.ts'
import { addPasskey, isPasskeySupported } from '../../passkeys.ts'
import { useResource } from '../../resource.ts'
import { fragment, href, navigate, useTitle } from '../../router.ts'
import { isPerson, restoreSignIn, signedIn, signOut } from '../../sign-in.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { Entrance } from '../../ui/entrance.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { t } from '../../languages/language.ts'

/** The target of an invitation link. Its token is in no URL that the browser stores, and is sent only in request bodies. */
export function JoinScreen() {
  const [token, setToken] = useState(fragment.peek())
  const [hasJoined, setJoined] = useState(false)
  const found = fragment.value
  useTitle(t().join.join)
  useLayoutEffect(() => {
    if (found === '') return
    setToken(found)
    setJoined(false)
    navigate('join', true)
  }, [found])
  if (hasJoined) return <Joined />
  if (token === '') return <NoInvitation title={t().join.openAgain}>{t().join.openAgainHint}</NoInvitation>
  return <Invitation key={token} token={token} onJoined={() => setJoined(true)} />
}

function NoInvitation({ title, children }: { title: string; children: string }) {
  return (
    <Entrance title={title}>
      <p>{children}</p>
      <a class="button" href={href('jobs')}>
        {t().join.goToConsole}
      </a>
    </Entrance>
  )
}

function Invitation({ token, onJoined }: { token: string; onJoined: () => void }) {
  const { value, error, reload } = useResource<OfferedInvitation>('', async () =>
    post<OfferedInvitation>('console/invitation', { token }),
  )
  if (value !== null) return <Offer offer={value} token={token} onJoined={onJoined} />
  if (error === null)
    return (
      <Entrance title={t().join.join}>
        <Skeleton width={80} />
      </Entrance>
    )
  if (isGone(error)) return <Gone />
  return (
    <Entrance title={t().join.join}>
      <Failure title={t().join.notLoaded} error={error} onRetry={reload} />
    </Entrance>
  )
}

const isGone = (error: Error): boolean =>
  error instanceof ScriptoriumError && (error.status === 404 || error.status === 400)

function Gone() {
  return <NoInvitation title={t().join.gone}>{t().join.goneHint}</NoInvitation>
}

interface OfferProps {
  readonly offer: OfferedInvitation
  readonly token: string
  readonly onJoined: () => void
}

function Offer({ offer, token, onJoined }: OfferProps) {
  const { account, role, email, created_by, expires_at } = offer
  const provider = useWaysToSignIn().value?.provider ?? null
  const [name, setName] = useState(() => nameFrom(email))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const texts = t().join
  const user = isPerson() ? signedIn.value?.who.name : undefined
  const join = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const before = signedIn.peek()
    try {
      await post('console/invitation/accept', user === undefined ? { token, name } : { token })
      // Read back with the cookie, which the browser may have rejected.
      signedIn.value = await get<ConsoleSession>('console/session')
      onJoined()
    } catch (error) {
      // Perhaps only the response was lost.
      await restoreSignIn().catch(() => {})
      if (isNowIn(account, before, error as Error)) {
        onJoined()
        return
      }
      setProblem(error as Error)
      setBusy(false)
    }
  }
  if (problem !== null && isRefusal(problem, 404)) return <Gone />
  return (
    <Entrance title={texts.title(account, t().ui.roles[role])}>
      <p>
        <Sentence
          text={texts.offer}
          parts={{
            name: <bdi>{created_by.name}</bdi>,
            meaning: t().ui.roleMeanings[role],
            time: formatTime(expires_at),
          }}
        />
      </p>
      <form onSubmit={(event) => void join(event)}>
        {user === undefined && (
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            autocomplete="name"
            required
            maxLength={100}
            value={name}
            onText={setName}
          />
        )}
        {problem !== null && (
          <p class="problem" role="alert">
            {isRefusal(problem, 401) ? t().signIn.cookieRefused : problem.message}
          </p>
        )}
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? texts.joining : user === undefined ? texts.join : texts.joinAs(user)}
        </button>
      </form>
      {user !== undefined ? (
        <>
          <ActionButton class="link-button" action={signOut}>
            {texts.joinAsOther}
          </ActionButton>
          {provider !== null && <p class="hint">{texts.afterProvider(provider)}</p>}
        </>
      ) : (
        provider !== null && (
          <ActionButton action={async () => joinAtProvider(token)}>{texts.joinWith(provider)}</ActionButton>
        )
      )}
    </Entrance>
  )
}

const isRefusal = (error: Error, status: number): boolean =>
  error instanceof ScriptoriumError && error.status === status

/** Whether an invitation was accepted despite an error, in this attempt or in an earlier one. */
function isNowIn(account: string, before: ConsoleSession | null | undefined, error: Error): boolean {
  const now = signedIn.peek()
  if (now == null) return false
  if (now.who.id !== before?.who.id) return true
  if (!isPerson() || !now.accounts.includes(account)) return false
  return !before.accounts.includes(account) || isRefusal(error, 404)
}

/** Offers a passkey to a user who has no other way to sign in again. */
function Joined() {
  const me = useResource<Me>('', async (_known, abort) => get<Me>('v2/me', abort))
  const goOn = () => navigate('jobs', true)
  const isKnown =
    me.error !== null ||
    (me.value !== null && (me.value.passkeys.length > 0 || me.value.signs_in_with.length > 0))
  useLayoutEffect(() => {
    if (isKnown) goOn()
  }, [isKnown])
  if (me.value === null || isKnown) return null
  const add = async () => {
    await addPasskey()
    goOn()
  }
  return (
    <Entrance title={t().me.addPasskey}>
      <p>{t().join.addPasskeyHint}</p>
      {isPasskeySupported() ? (
        <ActionButton class="button primary" action={add}>
          {t().me.addPasskey}
        </ActionButton>
      ) : (
        <p class="hint">{t().me.passkeysUnsupported}</p>
      )}
      <Button onClick={goOn}>{isPasskeySupported() ? t().join.notNow : t().join.goOn}</Button>
    </Entrance>
  )
}

/** The name that an e-mail address suggests, such as `Anna Example` for `anna.example@…`; empty if it suggests none. */
function nameFrom(email: string | null): string {
  const words = email?.split('@')[0]?.split(/[._-]/) ?? []
  if (!words.every((word) => /^\p{L}{2,}$/u.test(word))) return ''
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
