/** Signatures by the Standard Webhooks specification: https://www.standardwebhooks.com */
import { Webhook } from 'standardwebhooks'

/**
 * The headers with which an endpoint verifies the sender and the integrity of a body.
 * @param at milliseconds since 1970
 * @param secrets each adds a signature, because the endpoint may have either secret during a rotation
 */
export function signedHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const moment = new Date(at)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, moment, body)).join(' '),
  }
}
