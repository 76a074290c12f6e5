/** Builds the index of words from the moved transcripts. */
import { type Selectable, sql } from 'kysely'
import { searchWords } from '../../contract/search-words.ts'
import { fullTranscript } from '../../jobs/transcript.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Key } from '../page-of-rows.ts'
import type { Db, Schema } from '../schema.ts'
import { among } from './tables.ts'

export type JobResult = Pick<Selectable<Schema['job_results']>, 'account' | 'ordinal' | 'result'>

interface JobWords {
  readonly account: number
  readonly ordinal: number
  readonly words: readonly string[]
}

const PLACE = { account: 'bigint', ordinal: 'bigint' } as const

/** The words to index for jobs outside the trash. */
async function wordsOf({ rows: given }: Dialect, db: Db, results: readonly JobResult[]): Promise<JobWords[]> {
  const places = results.map(({ account, ordinal }) => ({ account, ordinal }))
  const { rows } = await sql<{ account: number; ordinal: number; words: string | null }>`
    select j.account, j.ordinal, v.words
    from ${given(PLACE, places)} join jobs j on j.account = given.account and j.ordinal = given.ordinal
      left join job_revisions v on v.account = j.account and v.ordinal = j.ordinal and v.words is not null`.execute(
    db,
  )
  const revised = new Map(rows.map((row) => [nameOf(row), row.words]))
  return results.flatMap(({ account, ordinal, result }) => {
    const words = revised.get(nameOf({ account, ordinal }))
    if (words === undefined) return []
    return [
      { account, ordinal, words: words?.split(' ').filter(Boolean) ?? searchWords(fullTranscript(result)) },
    ]
  })
}

const nameOf = ({ account, ordinal }: Pick<JobResult, 'account' | 'ordinal'>) => `${account} ${ordinal}`

async function resultsAmong(db: Db, keys: readonly Key[]): Promise<JobResult[]> {
  const { rows } = await sql<JobResult>`
    select account, ordinal, result from job_results where ${among(['account', 'ordinal'], keys)}`.execute(db)
  return rows
}

/** Indexes jobs that are not indexed yet. Their revisions must have been moved. */
export async function indexJobs(dialect: Dialect, db: Db, results: readonly JobResult[]): Promise<void> {
  await dialect.words.addAll(db, await wordsOf(dialect, db, results))
}

/** Indexes jobs whose results have been moved too. */
export async function indexAmong(dialect: Dialect, db: Db, keys: readonly Key[]): Promise<void> {
  await indexJobs(dialect, db, await resultsAmong(db, keys))
}

/** Removes jobs from the index. Their transcripts must still be the indexed ones. */
export async function removeAmong(dialect: Dialect, db: Db, keys: readonly Key[]): Promise<void> {
  for (const { account, ...job } of await wordsOf(dialect, db, await resultsAmong(db, keys)))
    await dialect.words.remove(db, account, [job])
}
