import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { BASE } from '../api.ts'
import { signedIn } from '../sign-in.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { AnswerView } from './answer-view.tsx'
import { accessOf, type Operation } from './description.ts'
import type { Parameter } from '../openapi.ts'
import { type Draft, sendableOf } from './request-draft.ts'
import { BodyInput, ParameterInput } from './request-fields.tsx'
import { type ReceivedAnswer, send } from './send.ts'

/** The key that was typed. It is not stored, and lost when the page is closed. */
const key = signal('')

interface RequestFormProps {
  readonly operation: Operation
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** A form that sends a request, and shows the response. */
export function RequestForm({ operation, draft, onChange }: RequestFormProps) {
  const [answer, setAnswer] = useState<ReceivedAnswer | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState<AbortController | null>(null)
  const latest = useRef<AbortController | null>(null)
  useEffect(() => () => latest.current?.abort(), [])
  const { method, parameters = [] } = operation
  const required = parameters.filter((one) => one.required)
  const optional = parameters.filter((one) => !one.required)
  const setParameter = (name: string, value: string) =>
    onChange({ ...draft, parameters: { ...draft.parameters, [name]: value } })
  const inputs = (some: readonly Parameter[]) =>
    some.map((parameter) => (
      <ParameterInput
        key={parameter.name}
        parameter={parameter}
        value={draft.parameters[parameter.name] ?? ''}
        onValue={(value) => setParameter(parameter.name, value)}
      />
    ))

  const submit = async (event: Event) => {
    event.preventDefault()
    const abort = new AbortController()
    latest.current = abort
    setError(null)
    setAnswer(null)
    setSending(abort)
    try {
      const sender = {
        key: accessOf(operation) === 'key' ? key.value : '',
        account: signedIn.peek()?.account,
      }
      setAnswer(await send(sendableOf(operation, draft, BASE), method, sender, abort.signal))
    } catch (problem) {
      if (!abort.signal.aborted) setError((problem as Error).message)
    }
    setSending(null)
  }
  return (
    <>
      <form class="request-form" aria-label="Request" noValidate onSubmit={(event) => void submit(event)}>
        <Access operation={operation} />
        {inputs(required)}
        <BodyInput operation={operation} draft={draft} onChange={onChange} />
        {optional.length > 0 && (
          <details>
            <summary>
              {optional.length} optional {optional.length === 1 ? 'parameter' : 'parameters'}
            </summary>
            <div class="request-form">{inputs(optional)}</div>
          </details>
        )}
        <div class="actions">
          <button
            type="submit"
            class={method === 'DELETE' ? 'button danger filled' : 'button primary'}
            disabled={sending !== null}
          >
            {method === 'GET' ? 'Send' : `Send ${method}`}
          </button>
          {sending !== null && <Button onClick={() => sending.abort()}>Stop</Button>}
        </div>
        {error !== null && (
          <p class="problem" role="alert">
            {error}
          </p>
        )}
      </form>
      {answer !== null && <AnswerView answer={answer} />}
    </>
  )
}

/** The credentials of the request. */
function Access({ operation }: { operation: Operation }) {
  const access = accessOf(operation)
  if (access === 'anybody') return null
  const { who, account } = signedIn.value ?? {}
  const keyField = (
    <TextField
      label="Service key"
      hint="It is kept until you leave the page, and stored nowhere."
      type="password"
      autocomplete="off"
      spellcheck={false}
      value={key.value}
      onText={(text) => (key.value = text.trim())}
    />
  )
  if (who === undefined)
    return (
      <>
        <p class="hint">
          {access === 'key' ? 'Type a key, or sign' : 'Sign'} in to <ConsoleLink /> in this browser.
        </p>
        {access === 'key' && keyField}
      </>
    )
  return (
    <>
      <p class="hint">
        {key.value === '' || access === 'session' ? (
          <>
            Sent with your console session, as <bdi>{who.name}</bdi> in the account <bdi>{account}</bdi>.
          </>
        ) : (
          'Sent with the key below.'
        )}
      </p>
      {access === 'key' && (
        <details>
          <summary>Use a key instead</summary>
          {keyField}
        </details>
      )}
    </>
  )
}

function ConsoleLink() {
  return (
    <a href={new URL('console', BASE).href} target="_blank" rel="noreferrer">
      the console
    </a>
  )
}
