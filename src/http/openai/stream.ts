/** The text of a job as server-sent events in the format of OpenAI: deltas during recognition, and the whole text at the end. */
import type { FastifyRequest } from 'fastify'
import type { OpenAiEvent } from '../../contract/openai.ts'
import { errorBody, RequestError } from '../errors.ts'
import { asOpenAiError } from './errors.ts'
import { pathOf } from '../requests/request-url.ts'
import { toRequestError } from '../thrown-errors.ts'

type Texts = AsyncIterable<string> | readonly string[]

/**
 * @param texts yields the text so far whenever it has grown; ends once `whole` has settled
 * @param whole resolves to the final text of the job
 * @returns the events to send
 * @throws the error of `whole` if it fails before anything is sent; later, the error is sent as an event
 */
export async function openAiStream(
  request: FastifyRequest,
  texts: Texts,
  whole: Promise<string>,
): Promise<AsyncIterable<string>> {
  const events = eventsOf(texts, whole)
  const first = await events.next()
  return (async function* () {
    try {
      if (!first.done) yield encoded(first.value)
      for await (const event of events) yield encoded(event)
    } catch (error) {
      if (!(error instanceof RequestError)) request.log.error({ err: error }, 'stream failed')
      const { url, id } = request
      yield encoded(asOpenAiError(errorBody(toRequestError(error, request), pathOf(url), id)))
    }
  })()
}

async function* eventsOf(texts: Texts, whole: Promise<string>): AsyncGenerator<OpenAiEvent> {
  let sent = ''
  const grown = (text: string): OpenAiEvent[] => {
    // A second attempt starts with less text, and a feature may have changed the recognised text.
    if (text.length <= sent.length || !text.startsWith(sent)) return []
    const delta = text.slice(sent.length)
    sent = text
    return [{ type: 'transcript.text.delta', delta }]
  }
  for await (const text of texts) yield* grown(text)
  const text = await whole
  yield* grown(text)
  yield { type: 'transcript.text.done', text }
}

const encoded = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
