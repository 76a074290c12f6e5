/** Verifies callbacks, which are signed according to Standard Webhooks: https://www.standardwebhooks.com. */
import { ScriptoriumError } from './error.ts'
import type { Callback, WebhookBody } from './types.ts'

/** Seconds by which the sender's and the receiver's clocks may differ. A replayed callback is accepted for this long. */
const TOLERANCE_SECONDS = 300

type CallbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies that a callback comes from the service, and parses it. A callback may arrive more than once, each time with the
 * same `webhook-id`.
 * @param body the raw request body, unchanged
 * @param headers the request's headers, as `Headers` or as an object with lowercase names
 * @param secret the account's secret: `npx scriptorium keys secret`, or `GET /v2/callback-secret`
 * @throws {ScriptoriumError} with the code `invalid_signature`
 */
export async function verifyCallback(
  body: string | Uint8Array,
  headers: CallbackHeaders,
  secret: string,
): Promise<Callback> {
  return (await verified(body, headers, secret)) as Callback
}

/** Like {@link verifyCallback}, for an event sent to one of the account's webhooks. */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: CallbackHeaders,
  secret: string,
): Promise<WebhookBody> {
  return (await verified(body, headers, secret)) as WebhookBody
}

async function verified(
  body: string | Uint8Array,
  headers: CallbackHeaders,
  secret: string,
): Promise<unknown> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const header = (name: string) =>
    String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '')
  const at = Number(header('webhook-timestamp'))
  if (!(Math.abs(Date.now() / 1000 - at) <= TOLERANCE_SECONDS))
    throw invalid('it has no timestamp, or was signed more than five minutes ago')

  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0)
    throw new TypeError('the secret of callbacks must be base64, after "whsec_"')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${header('webhook-id')}.${at}.${text}`)
  // While the secret is being rotated, there are two signatures.
  for (const signature of header('webhook-signature').split(' ')) {
    const [version, base64 = ''] = signature.split(',')
    const given = version === 'v1' ? bytesOf(base64) : null
    if (given !== null && (await crypto.subtle.verify('HMAC', key, given, signed))) return JSON.parse(text)
  }
  throw invalid('it was not signed with this secret')
}

const invalid = (why: string) =>
  new ScriptoriumError('invalid_signature', `The callback is not genuine: ${why}.`)

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
