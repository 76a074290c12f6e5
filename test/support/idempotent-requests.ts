/** Requests with an idempotency key. */
import type { Client } from './client.ts'

/** Nothing listens there: its jobs fail at once. */
export const JOB = {
  audio_url: 'http://127.0.0.1:1/talk.wav',
  custom_metadata: { customer: 'acme', plan: 'pro' },
}

export const sendWith = async (client: Client, key: string, path: string, body: object) =>
  client.send<{ id: string }>('POST', path, { body, headers: { 'idempotency-key': key } })

export async function jobsOf(client: Client): Promise<number> {
  return Number((await client.get('/v2/jobs?limit=1')).headers.get('x-total-count'))
}
