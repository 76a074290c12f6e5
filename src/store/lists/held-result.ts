/** Reads large results and shares them among clients, so that they are not in memory once per client. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { compressedSoon, decompressing } from '../../jobs/compressed.ts'
import type { JsonText } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'

/** A result of up to this many bytes is sent whole. A larger one is sent in pieces. */
export const MAX_WHOLE_RESULT = 512 * 1024

/** How many results are read and compressed at a time, for all responses. */
const reads = pLimit(1)

/** Limits of the cache of compressed results: bytes and milliseconds. Several clients often fetch a large result at the same time. */
const KEPT = { maxSize: 32 * 2 ** 20, ttl: 60_000 }

/** A range of bytes: `from` inclusive, `to` exclusive. */
type Part = readonly [from: number, to: number]

interface Wanted {
  readonly reader: Dialect
  readonly account: number
  readonly ordinal: number
  readonly parts: readonly Part[]
}

/** By database, then by job and parts. Results never change. */
const kept = new WeakMap<Dialect['db'], LRUCache<string, Buffer[], Wanted>>()

/**
 * Parts of the result of a job, each in pieces. Reads the result once and keeps it compressed. Reading slices from the database on demand
 * would make it read the whole result for each slice: 200 readers of 16 MB took 115 s on SQLite.
 * @param reader reads without delaying other requests
 * @throws if the job is deleted meanwhile
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
  // The beginning of the response may have been sent, so that only aborting it can show that the rest is missing.
  if (!row?.result) throw new Error('the job was deleted while it was being sent')
  const result = bytesOf(row.result)
  return Promise.all(parts.map(async ([from, to]) => compressedSoon(result.subarray(from, to))))
}

function bytesOf(text: JsonText): Buffer {
  return typeof text === 'string'
    ? Buffer.from(text)
    : Buffer.from(text.buffer, text.byteOffset, text.byteLength)
}
