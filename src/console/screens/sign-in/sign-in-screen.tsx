import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SignInProblem } from '../../../contract/console-session.ts'
import { ScriptoriumError } from '../../api.ts'
import { providerHref, useWaysToSignIn } from '../../identity-provider.ts'
import { t } from '../../languages/language.ts'
import { isPasskeySupported, signInWithPasskey } from '../../passkeys.ts'
import { parameters, setParameters, useTitle } from '../../router.ts'
import { signIn } from '../../sign-in.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Entrance } from '../../ui/entrance.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Sentence } from '../../ui/sentence.tsx'

/** The ways to sign in. Afterwards, the screen in the URL is shown. */
export function SignInScreen() {
  const { value: ways, error } = useWaysToSignIn()
  const code = useProblemCode()
  const texts = t().signIn
  useTitle(texts.title)
  // Without a response, users can still try a passkey or a key.
  if (ways === null && error === null) return <Entrance title={texts.title}>{null}</Entrance>
  const { provider, contact } = ways ?? { provider: null, contact: null }
  const problem = code === null ? null : problemOf(code, contact ?? texts.operator)
  const hasPasskeys = isPasskeySupported()
  return (
    <Entrance title={texts.title}>
      <p>
        <Sentence text={texts.welcome} parts={{ contact: <bdi>{contact ?? texts.operator}</bdi> }} />
      </p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {provider !== null && (
        // The target keeps the router from handling the link.
        <a class="button primary" href={providerHref()} target="_self">
          {texts.withProvider(provider)}
        </a>
      )}
      {hasPasskeys && (
        <ActionButton class={provider === null ? 'button primary' : 'button'} action={signInWithPasskey}>
          {texts.withPasskey}
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
  const texts = t().signIn
  const field = () => form.current?.querySelector('input')
  useLayoutEffect(() => {
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
      <summary>{texts.haveKey}</summary>
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.key}
          hint={texts.keyHint}
          problem={problem}
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          required
          value={key}
          onText={setKey}
        />
        <button type="submit" class="button" disabled={isBusy}>
          {isBusy ? texts.signingIn : texts.signIn}
        </button>
      </form>
    </details>
  )
}

function explain(error: Error): string {
  if (!(error instanceof ScriptoriumError) || error.status !== 401) return error.message
  return error.message.startsWith('invalid service key') ? t().signIn.invalidKey : t().signIn.cookieRefused
}

/** Why signing in at the identity provider failed, from the URL of the page, or null. */
function useProblemCode(): string | null {
  const [code] = useState(() => parameters.peek().get('problem'))
  useEffect(() => {
    if (code !== null) setParameters({ problem: null }, { replace: true })
  }, [])
  return code
}

/** @param contact whom to ask for access */
function problemOf(code: string, contact: string): string {
  const { problems } = t().signIn
  const problem = Object.hasOwn(problems, code) ? problems[code as SignInProblem] : problems.failed
  return problem(contact)
}
