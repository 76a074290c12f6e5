/** Checks of the counters of corrected transcripts. */
import { type RawBuilder, sql } from 'kysely'
import { correctionCounts, wordErrorCounts } from '../jobs/word-errors.ts'
import type { AccountCheck } from './check.ts'
import { differences, faultText } from './counted-jobs.ts'

/** Jobs outside the trash. */
const isCounted = (account: number) => sql`
  account = ${account} and ordinal in (select ordinal from jobs where jobs.account = ${account})`

interface Counters {
  readonly table: 'word_error_counts' | 'correction_counts'
  readonly key: readonly string[]
  readonly counts: readonly string[]
  readonly right: (isOfJobs: RawBuilder<unknown>) => RawBuilder<unknown>
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

const checkOf = ({ table, key, counts, right }: Counters): AccountCheck => ({
  name: table,
  remedy: 'count the errors in corrected transcripts again',
  faults: async ({ db, account }) => {
    const found = await Promise.all(
      counts.map(async (count) => {
        const place = sql`${sql.join(
          key.map((column) => sql.ref(column)),
          sql` || ', ' || `,
        )} || ${sql.lit(`, ${count}`)} as place`
        const rows = sql`
          select ${place}, ${sql.ref(count)} as stored, 0 as found from ${sql.table(table)} where account = ${account}
          union all select ${place}, 0, ${sql.ref(count)} from (${right(isCounted(account))}) as recounted`
        return (await differences(db, rows, '<>')).map(faultText)
      }),
    )
    return found.flat()
  },
  repair: async ({ db, account }) => {
    const columns = refs(['account', ...key, ...counts])
    await db.deleteFrom(table).where('account', '=', account).execute()
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from (${right(isCounted(account))}) as recounted`.execute(db)
  },
})

export const measuredCounters: readonly AccountCheck[] = [
  checkOf({
    table: 'word_error_counts',
    key: ['model', 'language'],
    counts: ['transcripts', 'words', 'wrong'],
    right: wordErrorCounts,
  }),
  checkOf({
    table: 'correction_counts',
    key: ['typed', 'heard'],
    counts: ['jobs'],
    right: correctionCounts,
  }),
]
