import type { Delivery, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { CommandError } from '../errors.ts'

/** The timeout of the service itself. */
const TIMEOUT_MS = 15_000
/** Headers of the signed callback that are sent to a receiver. */
const HEADERS = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** The id of the job that a callback is about, which the id of the delivery begins with. */
export function jobOf(delivery: string): string {
  const [job] = delivery.split('_', 1)
  return job!
}

/**
 * Sends a callback of the service to another URL once, with the same headers and body.
 * @returns the status of the response
 * @throws {CommandError} if there is no response
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
