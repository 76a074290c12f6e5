/**
 * Checks the index of words against the transcripts. The index is read in its own order, which is by word on SQLite, so the expected and
 * the indexed words of a block of jobs are compared by sums of hashes. An error goes unnoticed with a probability of 2^-32.
 */
import { hash } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { MAX_WORD_LENGTH, searchWords } from '../../contract/search-words.ts'
import { decompressed } from '../../jobs/compressed.ts'
import { NO_DETAILS } from '../../jobs/details.ts'
import { fullTranscript } from '../../jobs/transcript.ts'
import type { Dialect, WordEntries } from '../databases/dialect.ts'
import { detailsOf } from '../jobs/stored-details.ts'
import { revisionAt } from '../jobs/stored-revisions.ts'
import { after, type Key, keyOf, refs, rowsOfPage } from '../page-of-rows.ts'
import type { Db, Schema } from '../schema.ts'

/** Number of ordinals per block. Each block needs a sum of 4 bytes. */
const BLOCK = 256

/** Maximum number of cached hashes of words. After it was cleared, the cache soon contains the frequent words again. */
const MAX_HASHES = 100_000

/** Maximum number of blocks per account. */
const BLOCKS = 2 ** 24

/** Sums of hashes by account and block. */
class Sums {
  readonly #sums = new Map<number, number>()
  readonly #hashes = new Map<string, number>()

  /** @param sign 1 for expected words, -1 for indexed ones */
  add({ words, jobs }: WordEntries, sign: 1 | -1): void {
    const hashes = [...new Set(words.map(stored))].map((word) => this.#hashOf(word))
    for (const { account, ordinal } of jobs) {
      const block = account * BLOCKS + Math.floor(ordinal / BLOCK)
      let sum = this.#sums.get(block) ?? 0
      for (const word of hashes) sum = (sum + sign * mixed(word, ordinal)) | 0
      this.#sums.set(block, sum)
    }
  }

  /** The blocks whose sums are not 0, with their first and last ordinals. */
  wrong(): { account: number; from: number; to: number }[] {
    return [...this.#sums].flatMap(([key, sum]) => {
      const [account, from] = [Math.floor(key / BLOCKS), (key % BLOCKS) * BLOCK]
      return sum === 0 ? [] : [{ account, from, to: from + BLOCK - 1 }]
    })
  }

  #hashOf(word: string): number {
    const known = this.#hashes.get(word)
    if (known !== undefined) return known
    if (this.#hashes.size === MAX_HASHES) this.#hashes.clear()
    const value = hash('sha256', word, 'buffer').readInt32LE()
    this.#hashes.set(word, value)
    return value
  }
}

/** The finaliser of MurmurHash3, so that a word of one job does not cancel out the same word of another. */
function mixed(word: number, ordinal: number): number {
  let value = word ^ Math.imul(ordinal, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}

/** The blocks of jobs whose indexed words differ from those of their transcripts. `db` must be a snapshot. */
export async function wrongWords(
  db: Db,
  { words }: Dialect,
): Promise<readonly { account: number; from: number; to: number }[]> {
  const sums = new Sums()
  for await (const { account, ordinal, text } of transcripts(db))
    sums.add({ words: searchWords(text), jobs: [{ account, ordinal }] }, 1)
  for await (const entries of words.entries(db)) sums.add(entries, -1)
  return sums.wrong()
}

/** Rebuilds the index. Transactions that change it wait. */
export async function indexWords(db: Transaction<Schema>, { words }: Dialect): Promise<void> {
  await words.clear(db)
  for await (const { account, ordinal, text } of transcripts(db))
    await words.add(db, account, ordinal, searchWords(text))
}

/** The stored form of a word. A truncated word may end in a lone surrogate, which databases cannot store. */
const stored = (word: string) =>
  word.length < MAX_WORD_LENGTH ? word : word.toWellFormed().replace(/\ufffd$/, '')

type TranscriptRow = Pick<Selectable<Schema['job_results']>, 'account' | 'ordinal' | 'result'> & {
  /** Null for a job in the trash. */
  readonly details: string | null
}

/** The newest transcripts of all jobs outside the trash. */
async function* transcripts(db: Db): AsyncGenerator<{ account: number; ordinal: number; text: string }> {
  const table = { name: 'job_results', key: ['account', 'ordinal'], long: ['result'] }
  for (let last: Key | null = null; ;) {
    const count = await rowsOfPage(db, table, last)
    if (count === 0) return
    // A subquery looks up the job of each result. With a join, PostgreSQL scanned a page of jobs for each result.
    const { rows } = await sql<TranscriptRow>`
      select account, ordinal, result, (
        select coalesce(details, ${sql.lit(NO_DETAILS)}) from jobs
        where jobs.account = job_results.account and jobs.ordinal = job_results.ordinal
      ) as details
      from job_results where ${after(table.key, last)} order by ${refs(table.key)} limit ${count}`.execute(db)
    for (const { account, ordinal, result, details } of rows) {
      if (details === null) continue
      const newest = await revisionAt(db, { account, ordinal }, detailsOf(details).revision)
      const text = newest?.transcription
        ? fullTranscript(`{"transcription":${decompressed(newest.transcription).toString()}}`)
        : fullTranscript(result)
      yield { account, ordinal, text }
    }
    last = keyOf(table, rows.at(-1)!)
  }
}
