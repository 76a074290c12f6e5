/** Signed by the Standard Webhooks convention: https://www.standardwebhooks.com */
import { Webhook } from 'standardwebhooks'

/**
 * The headers by which a receiver knows who sends a body, and that it is whole.
 * @param secrets each of them signs: while one replaces another, a receiver may know either
 * @param at milliseconds since 1970
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
