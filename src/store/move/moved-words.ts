/** The index of words, which follows from the transcripts and is made of those that were moved. */
import { type RawBuilder, sql } from 'kysely'
import { searchWords } from '../../contract/search-words.ts'
import { fullTranscript } from '../../jobs/transcript.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db } from '../schema.ts'
import { endOfPage, type Key, within } from '../page-of-rows.ts'
import { among, type Table } from './tables.ts'

interface JobWords {
  readonly account: number
  readonly ordinal: number
  readonly words: readonly string[]
}

const KEY = ['r.account', 'r.ordinal']

/** Those by which lists find some jobs: of results that are not in the trash. */
async function wordsOf(db: Db, where: RawBuilder<unknown>): Promise<JobWords[]> {
  const { rows } = await sql<{ account: number; ordinal: number; words: string | null; result: string }>`
    select r.account, r.ordinal, v.words, case when v.words is null then r.result end as result
    from job_results r join jobs j on j.account = r.account and j.ordinal = r.ordinal
      left join job_revisions v on v.account = r.account and v.ordinal = r.ordinal and v.words is not null
    where ${where}`.execute(db)
  return rows.map(({ account, ordinal, words, result }) => ({
    account,
    ordinal,
    words: words === null ? searchWords(fullTranscript(result)) : words.split(' ').filter(Boolean),
  }))
}

/** The words of the jobs after a key, in pages. */
export async function* wordsAfter(
  db: Db,
  results: Table,
  last: Key | null,
): AsyncGenerator<{ end: Key; jobs: readonly JobWords[] }> {
  for (let before = last; ;) {
    const end = await endOfPage(db, results, before)
    if (end === null) return
    // Of both tables, so that the database need not read one of them as a whole.
    const page = ['r', 'j'].map((of) => within([`${of}.account`, `${of}.ordinal`], before, end))
    yield { end, jobs: await wordsOf(db, sql.join(page, sql` and `)) }
    before = end
  }
}

/** Indexes jobs that are not indexed. */
export async function indexAmong({ words }: Dialect, db: Db, keys: readonly Key[]): Promise<void> {
  await words.addAll(db, await wordsOf(db, among(KEY, keys)))
}

/** Removes jobs from the index, whose transcripts are still those that were indexed. */
export async function removeAmong({ words }: Dialect, db: Db, keys: readonly Key[]): Promise<void> {
  for (const { account, ...job } of await wordsOf(db, among(KEY, keys)))
    await words.remove(db, account, [job])
}
