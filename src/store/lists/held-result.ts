/** Large results, which are not held in memory for each client. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { compressedSoon, decompressing } from '../../jobs/compressed.ts'
import type { JsonText } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'

/** Bytes of a result that is sent as a whole. A larger one is sent in pieces. */
export const MAX_WHOLE_RESULT = 512 * 1024

/** Results read and compressed at a time, by all answers. */
const reads = pLimit(1)

/** Compressed bytes that are kept for other clients, and for how long: a large result is often fetched by several at a time. */
const KEPT = { maxSize: 32 * 2 ** 20, ttl: 60_000 }

/** From one byte to before another. */
type Part = readonly [from: number, to: number]

interface Wanted {
  readonly reader: Dialect
  readonly account: number
  readonly ordinal: number
  readonly parts: readonly Part[]
}

/** By the database; within it, by what is wanted. A result never changes. */
const kept = new WeakMap<Dialect['db'], LRUCache<string, Buffer[], Wanted>>()

/**
 * Parts of the result of a job, each in pieces. The result is read once, and held compressed. Slices that the database reads as they
 * are asked for cost it the whole result each time: 200 readers of 16 MB took 115 s on SQLite.
 * @param reader reads without delaying other requests
 * @throws when the job is deleted meanwhile
 */
export async function heldResult(
  reader: Dialect,
  { account, ordinal }: { readonly account: number; readonly ordinal: number },
  parts: readonly Part[],
): Promise<AsyncIterable<Buffer>[]> {
  const cache = kept.get(reader.db) ?? newCache()
  kept.set(reader.db, cache)
  const context = { reader, account, ordinal, parts }
  const found = await cache.forceFetch(`${account} ${ordinal} ${parts.join(' ')}`, { context })
  return found.map(decompressing)
}

function newCache(): LRUCache<string, Buffer[], Wanted> {
  return new LRUCache({
    ...KEPT,
    sizeCalculation: (parts) => parts.reduce((sum, { length }) => sum + length, 1),
    fetchMethod: async (_key, _stale, { context }) => reads(async () => compressedParts(context)),
  })
}

async function compressedParts({ reader, account, ordinal, parts }: Wanted): Promise<Buffer[]> {
  await setImmediate()
  const row = await reader.db
    .selectFrom('job_results')
    .select(reader.rawText(sql.ref('result')).as('result'))
    .where('account', '=', account)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst()
  // Its beginning may have been sent: only an aborted response can say that the rest is missing.
  if (!row?.result) throw new Error('the job was deleted while it was being sent')
  const result = bytesOf(row.result)
  return Promise.all(parts.map(async ([from, to]) => compressedSoon(result.subarray(from, to))))
}

function bytesOf(text: JsonText): Buffer {
  return typeof text === 'string'
    ? Buffer.from(text)
    : Buffer.from(text.buffer, text.byteOffset, text.byteLength)
}
