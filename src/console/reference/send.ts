/** Sends a request of the reader, and returns any response. */
import type { Sendable } from './request-draft.ts'

export interface ReceivedAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  /** Milliseconds until it was complete. */
  readonly ms: number
  readonly body: Blob
  /** Null if it is not text. */
  readonly text: string | null
}

/** Characters of a response that are shown. */
export const MAX_SHOWN = 200_000

const TEXTS = /^(?:text\/|application\/(?:json|x-subrip|.*\+json))/

/** The sender of a request: a key, or else the console session as long as it uses the account. */
export interface Sender {
  /** Empty without a key. */
  readonly key: string
  /** Undefined if nobody is signed in. */
  readonly account: string | undefined
}

/** @throws {Error} if there is no response, or it redirects to another host */
export async function send(
  { url, headers, body }: Sendable,
  method: string,
  { key, account }: Sender,
  abort: AbortSignal,
): Promise<ReceivedAnswer> {
  const started = performance.now()
  const ofSession = {
    'x-console': '1',
    // Another page may have changed the account in use.
    ...(account !== undefined && { 'x-console-account': encodeURIComponent(account) }),
  }
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(key === '' ? ofSession : { 'x-service-key': key }) },
    body,
    credentials: key === '' ? 'same-origin' : 'omit',
    // The content security policy allows no other host.
    redirect: 'manual',
    cache: 'no-store',
    signal: abort,
  }).catch((cause: unknown) => {
    abort.throwIfAborted()
    throw new Error('The service cannot be reached.', { cause })
  })
  if (response.type === 'opaqueredirect')
    throw new Error(
      'The response redirects to another URL, which this page may not open: send the request with curl -L.',
    )
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

/** The start of a text, with JSON pretty-printed. */
async function readable(content: Blob): Promise<string> {
  const text = await content.text()
  if (!/json/.test(content.type) || text.length > MAX_SHOWN) return text.slice(0, MAX_SHOWN)
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_SHOWN)
  } catch {
    return text
  }
}
