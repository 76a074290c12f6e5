import { useEffect, useMemo } from 'preact/hooks'
import { formatCount, formatSize } from '../formatting.ts'
import { Code } from './code.tsx'
import { Folded } from './schema-view.tsx'
import { MAX_SHOWN, type ReceivedAnswer } from './send.ts'

/** The response to a request of the reader. */
export function AnswerView({ answer }: { answer: ReceivedAnswer }) {
  const { status, statusText, ms, headers, body, text } = answer
  const url = useMemo(() => URL.createObjectURL(body), [body])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <section class="answer" aria-label="Response">
      <p role="status">
        <strong class={status < 400 ? 'good' : 'problem'}>
          {status} {statusText}
        </strong>{' '}
        <span class="muted">
          {formatCount(Math.round(ms))} ms · {formatSize(body.size)}
        </span>
      </p>
      <Folded summary={`${headers.length} headers`}>
        <dl class="answer-headers">
          {headers.map(([name, value]) => [
            <dt key={`${name} name`}>{name}</dt>,
            <dd key={name}>{value}</dd>,
          ])}
        </dl>
      </Folded>
      {text !== null && text !== '' && <Code text={text} label="Response" />}
      {text?.length === MAX_SHOWN && <p class="hint">Only the beginning is shown.</p>}
      {body.size > 0 && (
        <a href={url} download="answer">
          Download the response
        </a>
      )}
    </section>
  )
}
