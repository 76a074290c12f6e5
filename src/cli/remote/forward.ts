import type { Delivery, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { CommandError } from '../errors.ts'

/** As long as the service waits for an answer. */
const TIMEOUT_MS = 15_000
/** Of the answers of the service, what a receiver is sent. */
const HEADERS = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** The job that a callback is about: its id is the first part of that of the delivery. */
export function jobOf(delivery: string): string {
  const [job] = delivery.split('_', 1)
  return job!
}

/**
 * Sends a callback of the service to another URL, with the same headers and body, and once only.
 * @returns the status of the answer
 * @throws {CommandError} without an answer
 */
export async function forward(
  client: Scriptorium,
  { id, method }: Pick<Delivery, 'id' | 'method'>,
  url: string,
  signal: AbortSignal,
): Promise<number> {
  const signed = await client.signCallback(jobOf(id), id, { signal })
  const headers = HEADERS.map((name): [string, string] => [name, signed.headers.get(name) ?? ''])
  const body = await signed.text()
  try {
    const answer = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    signal.throwIfAborted()
    const { cause, name } = error as Error
    const why =
      name === 'TimeoutError'
        ? `no answer within ${TIMEOUT_MS / 1000} s`
        : ((cause as Error | undefined)?.message ?? name)
    throw new CommandError(`${url}: ${why}`)
  }
}
