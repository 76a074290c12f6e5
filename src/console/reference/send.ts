/** Sends a request of the reader, whatever its answer is. */
import type { Sendable } from './request-draft.ts'

export interface ReceivedAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  /** Milliseconds until all of it was there. */
  readonly ms: number
  readonly body: Blob
  /** Null where it is not text. */
  readonly text: string | null
}

/** Characters of an answer that are shown. */
export const MAX_SHOWN = 200_000

const TEXTS = /^(?:text\/|application\/(?:json|x-subrip|.*\+json))/

/** As whom a request is sent: with a key, else with the console session, while that uses the account. */
export interface Sender {
  /** Empty for none. */
  readonly key: string
  /** Undefined where nobody has signed in. */
  readonly account: string | undefined
}

/**
 * @throws {Error} when there is no answer, or it leads to another host
 */
export async function send(
  { url, headers, body }: Sendable,
  method: string,
  { key, account }: Sender,
  abort: AbortSignal,
): Promise<ReceivedAnswer> {
  const started = performance.now()
  const ofSession = {
    'x-console': '1',
    // Another page of the browser may have changed it.
    ...(account !== undefined && { 'x-console-account': encodeURIComponent(account) }),
  }
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(key === '' ? ofSession : { 'x-service-key': key }) },
    body,
    credentials: key === '' ? 'same-origin' : 'omit',
    // The policy of the page allows no other host.
    redirect: 'manual',
    cache: 'no-store',
    signal: abort,
  }).catch((cause: unknown) => {
    abort.throwIfAborted()
    throw new Error('The service cannot be reached.', { cause })
  })
  if (response.type === 'opaqueredirect')
    throw new Error('The answer leads to another URL, which this page may not open: send it with curl -L.')
  const content = await response.blob()
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    ms: performance.now() - started,
    body: content,
    text: TEXTS.test(content.type) ? await readable(content) : null,
  }
}

/** The beginning of a text, with JSON on several lines. */
async function readable(content: Blob): Promise<string> {
  const text = await content.text()
  if (!/json/.test(content.type) || text.length > MAX_SHOWN) return text.slice(0, MAX_SHOWN)
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_SHOWN)
  } catch {
    return text
  }
}
