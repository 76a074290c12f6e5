/** Callbacks as the receiver sees them: signed by the Standard Webhooks convention, https://www.standardwebhooks.com. */
import { ScriptoriumError } from './error.ts'
import type { Callback, WebhookBody } from './types.ts'

/** Seconds by which the clocks of the sender and the receiver may differ, in which a copy of a callback is accepted too. */
const TOLERANCE_SECONDS = 300

type CallbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies that a callback comes from the service, and parses it. The same callback may come more than once, with the same
 * `webhook-id`.
 * @param body as it was received, byte by byte
 * @param headers of the request, as an object with lowercase names or as `Headers`
 * @param secret of the account: `npx scriptorium keys secret`, or `GET /v2/callback-secret`
 * @throws {ScriptoriumError} with the code `invalid_signature`
 */
export async function verifyCallback(
  body: string | Uint8Array,
  headers: CallbackHeaders,
  secret: string,
): Promise<Callback> {
  return (await verified(body, headers, secret)) as Callback
}

/** The same for an event that was sent to a webhook of the account. */
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
  // While the secret is being replaced, there are two.
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
