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
import { Failure, Skeleton } from '../../ui/states.tsx'
import { nameFrom } from './name-from-email.ts'
import { t } from '../../languages/language.ts'

/** Where the link of an invitation leads. Its token is in no address that the browser keeps, and is sent in bodies only. */
export function JoinScreen() {
  const [token, setToken] = useState(fragment.peek())
  const [hasJoined, setJoined] = useState(false)
  const found = fragment.value
  useTitle('Join')
  useLayoutEffect(() => {
    if (found === '') return
    setToken(found)
    setJoined(false)
    navigate('join', true)
  }, [found])
  if (hasJoined) return <Joined />
  if (token === '')
    return (
      <NoInvitation title="Open the link again">
        Open the link of your invitation again: this page does not keep it.
      </NoInvitation>
    )
  return <Invitation key={token} token={token} onJoined={() => setJoined(true)} />
}

function NoInvitation({ title, children }: { title: string; children: string }) {
  return (
    <Entrance title={title}>
      <p>{children}</p>
      <a class="button" href={href('jobs')}>
        Go to the console
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
      <Entrance title="Join">
        <Skeleton width={80} />
      </Entrance>
    )
  if (isGone(error)) return <Gone />
  return (
    <Entrance title="Join">
      <Failure title="The invitation could not be loaded" error={error} onRetry={reload} />
    </Entrance>
  )
}

const isGone = (error: Error): boolean =>
  error instanceof ScriptoriumError && (error.status === 404 || error.status === 400)

function Gone() {
  return (
    <NoInvitation title="This invitation is not valid">
      It was used or withdrawn, or has expired: ask who sent it for another one.
    </NoInvitation>
  )
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
  const user = isPerson() ? signedIn.value?.who.name : undefined
  const join = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const before = signedIn.peek()
    try {
      await post('console/invitation/accept', user === undefined ? { token, name } : { token })
      // By the cookie: a browser may have refused it.
      signedIn.value = await get<ConsoleSession>('console/session')
      onJoined()
    } catch (error) {
      // It may be that only the answer was lost.
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
    <Entrance title={`Join “${account}” as ${t().ui.roles[role].toLowerCase()}`}>
      <p>
        <bdi>{created_by.name}</bdi> invites you. {t().ui.roleMeanings[role]} The invitation is valid until{' '}
        {formatTime(expires_at)}.
      </p>
      <form onSubmit={(event) => void join(event)}>
        {user === undefined && (
          <TextField
            label="Your name"
            hint="The name that others of the account see."
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
          {isBusy ? 'Joining …' : user === undefined ? 'Join' : `Join as ${user}`}
        </button>
      </form>
      {user !== undefined ? (
        <>
          <ActionButton class="link-button" action={signOut}>
            Join as somebody else
          </ActionButton>
          {provider !== null && (
            <p class="hint">
              If signing out leads to {provider}, open the link of the invitation again afterwards.
            </p>
          )}
        </>
      ) : (
        provider !== null && (
          <ActionButton action={async () => joinAtProvider(token)}>Join with {provider}</ActionButton>
        )
      )}
    </Entrance>
  )
}

const isRefusal = (error: Error, status: number): boolean =>
  error instanceof ScriptoriumError && error.status === status

/** Whether an invitation was accepted all the same: now, or by a try before that failed. */
function isNowIn(account: string, before: ConsoleSession | null | undefined, error: Error): boolean {
  const now = signedIn.peek()
  if (now == null) return false
  if (now.who.id !== before?.who.id) return true
  if (!isPerson() || !now.accounts.includes(account)) return false
  return !before.accounts.includes(account) || isRefusal(error, 404)
}

/** Somebody who has no way to sign in again is offered a passkey. */
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
    <Entrance title="Add a passkey">
      <p>
        You are in. Add a passkey so that you can sign in again: without one, the only way back in is another
        invitation.
      </p>
      {isPasskeySupported() ? (
        <ActionButton class="button primary" action={add}>
          Add a passkey
        </ActionButton>
      ) : (
        <p class="hint">
          This browser has no passkeys at this address: open the console at a name, with https, to add one.
        </p>
      )}
      <Button onClick={goOn}>{isPasskeySupported() ? 'Not now' : 'Go on'}</Button>
    </Entrance>
  )
}
