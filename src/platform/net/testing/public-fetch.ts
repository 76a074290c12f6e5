/** A guarded fetch that treats loopback servers as public. */
import assert from 'node:assert/strict'
import { FetchError, type FetchErrorCode } from '../fetch-error.ts'
import { createGuardedFetch, type FetchedResponse, type FetchOptions } from '../guarded-fetch.ts'
import type { LoopbackServer } from './loopback-server.ts'

/** 127.0.0.1 counts as a public address here; the rest of loopback stays private. */
export const PUBLIC = { address: '127.0.0.1', family: 4 }
export const PRIVATE = { address: '127.0.0.2', family: 4 }
export const isPublic = (ip: string) => ip === PUBLIC.address
export const guardedFetch = createGuardedFetch({
  allowPrivate: false,
  isPublic,
  resolve: async () => [PUBLIC],
})
export const LIMITS: FetchOptions = { maxBytes: 1_000_000 }

/** The URL of a path on a loopback server, under a public name. */
export function at(server: LoopbackServer, path = '/audio.mp3', scheme = 'http'): string {
  return `${scheme}://public.test:${server.port}${path}`
}

export async function bytesOf({ body }: FetchedResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Asserts that a fetch rejects with this code, and with no address in its message. */
export async function fails(fetching: Promise<unknown>, code: FetchErrorCode): Promise<FetchError> {
  const error = await fetching.then(
    () => assert.fail(`expected ${code}`),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof FetchError, String(error))
  assert.equal(error.code, code, error.message)
  assert.doesNotMatch(error.message, /127\.|public\.test/)
  return error
}
