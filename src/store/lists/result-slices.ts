/** Large results, in slices that are read as they are asked for. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Dialect } from '../databases/dialect.ts'

/** A result that is larger is read and sent in slices of at least this many bytes … */
export const MIN_SLICE_BYTES = 512 * 1024
/** … and in at most so many: for each slice, the database reads the whole result. */
const MAX_SLICES = 16
/** Slices read at a time, by all answers. */
const sliceReads = pLimit(1)

/**
 * Some bytes of the result of a job.
 * @param reader reads without delaying other requests
 * @param to the byte behind the last one
 * @throws when the job is deleted meanwhile
 */
export async function* resultSlices(
  { db, textSlice }: Dialect,
  { account, ordinal }: { readonly account: number; readonly ordinal: number },
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  const size = Math.max(MIN_SLICE_BYTES, Math.ceil((to - from) / MAX_SLICES))
  for (let offset = from; offset < to; offset += size) {
    const query = db
      .selectFrom('job_results')
      .select(textSlice(sql.ref('result'), offset, Math.min(size, to - offset)).as('slice'))
      .where('account', '=', account)
      .where('ordinal', '=', ordinal)
    const row = await sliceReads(async () => {
      await setImmediate()
      return query.executeTakeFirst()
    })
    // Its beginning has been sent: only an aborted response can say that the rest is missing.
    if (!row?.slice) throw new Error('the job was deleted while it was being sent')
    yield Buffer.from(row.slice.buffer, row.slice.byteOffset, row.slice.byteLength)
  }
}
