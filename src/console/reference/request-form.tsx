import { signal } from '@preact/signals'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { BASE } from '../api.ts'
import { signedIn } from '../sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { AnswerView } from './answer-view.tsx'
import { accessOf, type Operation, type Parameter, resolved } from './description.ts'
import { bodyOf, type Draft, isJson, isList, sendableOf } from './request-draft.ts'
import { choicesOf, typeText } from './schema-text.ts'
import { type ReceivedAnswer, send } from './send.ts'

/** The key that was typed, until the page is closed; it is stored nowhere. */
const key = signal('')

interface RequestFormProps {
  readonly operation: Operation
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** Fills in a request, sends it, and shows the answer. */
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

/** As whom the request is sent. */
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

interface ParameterInputProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onValue: (value: string) => void
}

function ParameterInput({ parameter, value, onValue }: ParameterInputProps) {
  const id = useId()
  const { name, schema } = parameter
  const choices = resolved(schema).type === 'boolean' ? [true, false] : choicesOf(schema)
  const isOfMany = isList(parameter)
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
      </label>
      {isOfMany ? (
        <textarea
          id={id}
          class="input"
          rows={2}
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      ) : choices.length > 0 ? (
        <Select
          id={id}
          value={value}
          options={[['', '–'], ...choices.map((one) => [String(one), String(one)] as const)]}
          onChange={onValue}
        />
      ) : (
        <input
          id={id}
          class="input"
          spellcheck={false}
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
      {isOfMany && (
        <p id={`${id}-hint`} class="hint">
          {typeText(schema)}, one a line
        </p>
      )}
    </div>
  )
}

function BodyInput({ operation, draft, onChange }: RequestFormProps) {
  const id = useId()
  const body = bodyOf(operation)
  if (body === null) return null
  if (isJson(body.type))
    return (
      <div class="field">
        <label for={id}>Body</label>
        <textarea
          id={id}
          class="input code-input"
          rows={Math.min(16, draft.json.split('\n').length + 1)}
          spellcheck={false}
          value={draft.json}
          onInput={({ currentTarget }) => onChange({ ...draft, json: currentTarget.value })}
        />
      </div>
    )
  const setField = (name: string, value: string | File) =>
    onChange({ ...draft, fields: { ...draft.fields, [name]: value } })
  return (
    <>
      {Object.entries(resolved(body.schema).properties ?? {}).map(([name, { format }]) => {
        const value = draft.fields[name] ?? ''
        return (
          <div class="field" key={name}>
            <label for={`${id}-${name}`}>
              <code>{name}</code>
            </label>
            {format === 'binary' ? (
              <input
                id={`${id}-${name}`}
                type="file"
                onChange={({ currentTarget }) => setField(name, currentTarget.files?.[0] ?? '')}
              />
            ) : (
              <input
                id={`${id}-${name}`}
                class="input"
                spellcheck={false}
                value={typeof value === 'string' ? value : ''}
                onInput={({ currentTarget }) => setField(name, currentTarget.value)}
              />
            )}
          </div>
        )
      })}
    </>
  )
}
