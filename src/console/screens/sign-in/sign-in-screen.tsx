import { useEffect, useRef, useState } from 'preact/hooks'
import type { SignInProblem } from '../../../contract/console-session.ts'
import { ScriptoriumError } from '../../api.ts'
import { providerHref, useWaysToSignIn } from '../../identity-provider.ts'
import { isPasskeySupported, signInWithPasskey } from '../../passkeys.ts'
import { parameters, setParameters, useTitle } from '../../router.ts'
import { COOKIE_REFUSED, signIn } from '../../sign-in.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Entrance } from '../../ui/entrance.tsx'
import { TextField } from '../../ui/fields.tsx'

/** Whom to ask where nobody is named. */
const OPERATOR = 'whoever runs this service'

/** The ways to sign in. Afterwards, the page of the URL is shown. */
export function SignInScreen() {
  const { value: ways, error } = useWaysToSignIn()
  const code = useProblemCode()
  useTitle('Sign in')
  // Without an answer, whoever has a passkey or a key can still try.
  if (ways === null && error === null) return <Entrance title="Sign in">{null}</Entrance>
  const { provider, contact } = ways ?? { provider: null, contact: null }
  const problem = code === null ? null : problemOf(code, contact ?? OPERATOR)
  const hasPasskeys = isPasskeySupported()
  return (
    <Entrance title="Sign in">
      <p>
        Scriptorium transcribes audio and keeps the transcripts. For access, ask{' '}
        {contact === null ? OPERATOR : <bdi>{contact}</bdi>}.
      </p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {provider !== null && (
        // With a target, it is no link within the console.
        <a class="button primary" href={providerHref()} target="_self">
          Sign in with {provider}
        </a>
      )}
      {hasPasskeys && (
        <ActionButton class={provider === null ? 'button primary' : 'button'} action={signInWithPasskey}>
          Sign in with a passkey
        </ActionButton>
      )}
      <KeyForm isOnlyWay={provider === null && !hasPasskeys} />
    </Entrance>
  )
}

function KeyForm({ isOnlyWay }: { isOnlyWay: boolean }) {
  const [isOpen, setOpen] = useState(isOnlyWay)
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector('input')
  useEffect(() => {
    if (isOpen) field()?.focus()
  }, [isOpen])

  const submit = async (event: Event) => {
    event.preventDefault()
    if (key === '' || isBusy) return
    setBusy(true)
    try {
      await signIn(key.trim())
    } catch (error) {
      setProblem(explain(error as Error))
      setBusy(false)
      field()?.select()
    }
  }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>I have a key</summary>
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Service key"
          hint="The key that requests to the API carry. It is not stored in this browser."
          problem={problem}
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          required
          value={key}
          onText={setKey}
        />
        <button type="submit" class="button" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </details>
  )
}

function explain(error: Error): string {
  if (!(error instanceof ScriptoriumError) || error.status !== 401) return error.message
  return error.message.startsWith('invalid service key')
    ? 'This key is not valid. It may have been revoked.'
    : COOKIE_REFUSED
}

/** By their codes in the URL. */
const PROBLEMS: Readonly<Record<SignInProblem, (contact: string) => string>> = {
  refused: () => 'You were not signed in: the provider refused it, or it was cancelled.',
  expired: () => 'You were not signed in: it took too long, or was begun elsewhere. Try again.',
  no_access: (contact) => `You have no access yet: ask ${contact} for it, then sign in again.`,
  invitation: () => 'The invitation is not valid any more. Ask who sent it for another one.',
  unavailable: () => 'The provider does not answer. Try again later, or sign in with a passkey or a key.',
  failed: (contact) => `You were not signed in: the answer of the provider is not valid. Tell ${contact}.`,
}

/** Why signing in at the identity provider failed, as the URL said when the page was opened; null if it did not. */
function useProblemCode(): string | null {
  const [code] = useState(() => parameters.peek().get('problem'))
  useEffect(() => {
    if (code !== null) setParameters({ problem: null }, { replace: true })
  }, [])
  return code
}

/** @param contact whom to ask */
function problemOf(code: string, contact: string): string {
  const problem = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as SignInProblem] : PROBLEMS.failed
  return problem(contact)
}
