/** The index of words, which follows from the transcripts and is made of those that were moved. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { searchWords } from '../../contract/search-words.ts'
import { fullTranscript } from '../../jobs/transcript.ts'
import type { Dialect } from '../databases/dialect.ts'
import { type Key, refs } from '../page-of-rows.ts'
import type { Db, Schema } from '../schema.ts'
import { among } from './tables.ts'

export type JobResult = Pick<Selectable<Schema['job_results']>, 'account' | 'ordinal' | 'result'>

interface JobWords {
  readonly account: number
  readonly ordinal: number
  readonly words: readonly string[]
}

const JOB = ['j.account', 'j.ordinal']

/** The words by which lists find jobs, but those in the trash. @param where finds the jobs of the results in `jobs j` */
async function wordsOf(
  db: Db,
  results: readonly JobResult[],
  where: RawBuilder<unknown>,
): Promise<JobWords[]> {
  const { rows } = await sql<{ account: number; ordinal: number; words: string | null }>`
    select j.account, j.ordinal, v.words
    from jobs j left join job_revisions v on v.account = j.account and v.ordinal = j.ordinal and v.words is not null
    where ${where}`.execute(db)
  const revised = new Map(rows.map((row) => [nameOf(row), row.words]))
  return results.flatMap(({ result, ...job }) => {
    const words = revised.get(nameOf(job))
    if (words === undefined) return []
    return [{ ...job, words: words?.split(' ').filter(Boolean) ?? searchWords(fullTranscript(result)) }]
  })
}

const nameOf = ({ account, ordinal }: Pick<JobResult, 'account' | 'ordinal'>) => `${account} ${ordinal}`

async function wordsAmong(db: Db, keys: readonly Key[]): Promise<JobWords[]> {
  const { rows } = await sql<JobResult>`
    select account, ordinal, result from job_results where ${among(['account', 'ordinal'], keys)}`.execute(db)
  return wordsOf(db, rows, among(JOB, keys))
}

/** Indexes jobs whose results are copied at the time, in the order of their keys. The jobs and their revisions are there. */
export async function indexCopied({ words }: Dialect, db: Db, results: readonly JobResult[]): Promise<void> {
  const [first, last] = [results[0]!, results.at(-1)!].map(
    ({ account, ordinal }) => sql`${account}, ${ordinal}`,
  )
  const ofThese = sql`(${refs(JOB)}) between (${first}) and (${last})`
  await words.addAll(
    db,
    await wordsOf(
      db,
      results.map(({ account, ordinal, result }) => ({ account, ordinal, result })),
      ofThese,
    ),
  )
}

/** Indexes jobs that are not indexed. */
export async function indexAmong({ words }: Dialect, db: Db, keys: readonly Key[]): Promise<void> {
  await words.addAll(db, await wordsAmong(db, keys))
}

/** Removes jobs from the index, whose transcripts are still those that were indexed. */
export async function removeAmong({ words }: Dialect, db: Db, keys: readonly Key[]): Promise<void> {
  for (const { account, ...job } of await wordsAmong(db, keys)) await words.remove(db, account, [job])
}
