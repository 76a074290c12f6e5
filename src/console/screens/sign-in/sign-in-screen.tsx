import { useEffect, useRef, useState } from 'preact/hooks'
import { ScriptoriumError } from '../../api.ts'
import { useTitle } from '../../router.ts'
import { signIn } from '../../sign-in.ts'
import { Icon } from '../../ui/icon.tsx'
import './sign-in.css'

export function SignInScreen() {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useTitle('Sign in')
  useEffect(() => field.current?.focus(), [])

  const submit = async (event: Event) => {
    event.preventDefault()
    if (key === '' || isBusy) return
    setBusy(true)
    try {
      await signIn(key.trim())
    } catch (error) {
      setProblem(explain(error as Error))
      setBusy(false)
      field.current?.select()
    }
  }
  return (
    <main class="sign-in">
      <form onSubmit={(event) => void submit(event)}>
        <div class="brand">
          <Icon name="wave" />
          Scriptorium
        </div>
        <h1>Sign in</h1>
        <div class="field">
          <label for="key">Service key</label>
          <input
            ref={field}
            class="input"
            id="key"
            name="key"
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            required
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
            aria-invalid={problem !== null}
            aria-describedby="key-hint"
          />
          <p
            id="key-hint"
            class={problem === null ? 'hint' : 'hint problem'}
            role={problem === null ? undefined : 'alert'}
          >
            {problem ?? 'The key that requests to the API carry. It is not stored in this browser.'}
          </p>
        </div>
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  )
}

function explain(error: Error): string {
  if (!(error instanceof ScriptoriumError) || error.status !== 401) return error.message
  return error.message.startsWith('invalid service key')
    ? 'This key is not valid. It may have been revoked.'
    : 'The browser has refused the cookie of the console session. Open the console at the address in PUBLIC_URL.'
}
