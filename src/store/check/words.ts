/**
 * Check of the index of words against the transcripts. The index is read in its own order, that of words on SQLite, so what a
 * block of jobs should have and what it has are compared by sums of hashes. One error escapes with a probability of 2^-32.
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

/** Ordinals of a block: a sum of 4 bytes for each. */
const BLOCK = 256

/** Words whose hashes are kept: the frequent ones are soon among them. */
const MAX_HASHES = 100_000

/** Blocks of an account, of which there are at most 2^24. */
const BLOCKS = 2 ** 24

/** Sums of hashes by account and block. */
class Sums {
  readonly #sums = new Map<number, number>()
  readonly #hashes = new Map<string, number>()

  /** @param sign 1 for what there should be, -1 for what there is */
  add({ words, jobs }: WordEntries, sign: 1 | -1): void {
    const hashes = [...new Set(words.map(stored))].map((word) => this.#hashOf(word))
    for (const { account, ordinal } of jobs) {
      const block = account * BLOCKS + Math.floor(ordinal / BLOCK)
      let sum = this.#sums.get(block) ?? 0
      for (const word of hashes) sum = (sum + sign * mixed(word, ordinal)) | 0
      this.#sums.set(block, sum)
    }
  }

  /** The blocks whose sums are not 0: account, first and last ordinal. */
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

/** The finaliser of MurmurHash3, so that a word of one job does not make up for the same word of another. */
function mixed(word: number, ordinal: number): number {
  let value = word ^ Math.imul(ordinal, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}

/** The accounts and ordinals, in blocks, of jobs whose words are not those of their transcripts. `db` is one snapshot. */
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

/** Makes the index again. Transactions that change it wait. */
export async function indexWords(db: Transaction<Schema>, { words }: Dialect): Promise<void> {
  await words.clear(db)
  for await (const { account, ordinal, text } of transcripts(db))
    await words.add(db, account, ordinal, searchWords(text))
}

/** A word that was cut within a character ends in half of it, which is no text for a database. */
const stored = (word: string) =>
  word.length < MAX_WORD_LENGTH ? word : word.toWellFormed().replace(/\ufffd$/, '')

type TranscriptRow = Pick<Selectable<Schema['job_results']>, 'account' | 'ordinal' | 'result'> & {
  /** Null for a job in the trash. */
  readonly details: string | null
}

/** The texts that lists find, of all jobs. */
async function* transcripts(db: Db): AsyncGenerator<{ account: number; ordinal: number; text: string }> {
  const table = { name: 'job_results', key: ['account', 'ordinal'], long: ['result'] }
  for (let last: Key | null = null; ;) {
    const count = await rowsOfPage(db, table, last)
    if (count === 0) return
    // The job is looked up for each result: joined, PostgreSQL looked through a page of jobs for each.
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
