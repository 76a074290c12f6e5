import { type Kysely, sql } from 'kysely'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { ANY } from './word-errors.ts'

/** Recognition errors of a model in a language, counted in corrected transcripts. */
export interface CountedErrors {
  readonly model: string
  readonly language: LanguageCode
  readonly transcripts: number
  readonly words: number
  readonly wrong: number
}

/** A word that was typed in corrections. */
export interface CorrectedWord {
  readonly typed: string
  /** Number of jobs in which it was typed. */
  readonly jobs: number
}

/** A word is listed once it was typed in this many jobs. */
const MIN_JOBS = 3

/** What corrected transcripts show about the recognition, excluding those in the trash. `TranscriptStore.add` counts it. */
export class QualityStore {
  readonly #db: Kysely<Schema>

  constructor({ reader }: Dialect) {
    this.#db = reader
  }

  /** The errors in an account by model and language, those with the most words first. */
  async ofAccount(account: number): Promise<CountedErrors[]> {
    return this.#counts().where('account', '=', account).execute()
  }

  /** The errors in all accounts together. */
  async ofAll(): Promise<CountedErrors[]> {
    return this.#counts().execute()
  }

  /** The words that were typed in corrections of the most jobs of an account, the most frequent first. */
  async correctedWords(account: number, limit: number): Promise<CorrectedWord[]> {
    return this.#db
      .selectFrom('correction_counts')
      .select(['typed', 'jobs'])
      .where('account', '=', account)
      .where('heard', '=', sql.lit(ANY))
      .where('jobs', '>=', MIN_JOBS)
      .orderBy('jobs', 'desc')
      .orderBy('typed')
      .limit(limit)
      .execute()
  }

  /** What was recognised instead of a word, the most frequent first, and the ids of the newest of these jobs. */
  async correctionsOf(
    account: number,
    typed: string,
    { forms, jobs }: { readonly forms: number; readonly jobs: number },
  ): Promise<{ heard: { text: string; jobs: number }[]; jobs: string[] }> {
    const heard = await this.#db
      .selectFrom('correction_counts')
      .select(['heard as text', 'jobs'])
      .where('account', '=', account)
      .where('typed', '=', typed)
      .where('heard', '<>', sql.lit(ANY))
      .orderBy('jobs', 'desc')
      .orderBy('heard')
      .limit(forms)
      .execute()
    // A job has a row for each form. `distinct` would read all rows of the word.
    const found = await this.#db
      .selectFrom('job_corrections')
      .innerJoin('jobs', (join) =>
        join
          .onRef('jobs.account', '=', 'job_corrections.account')
          .onRef('jobs.ordinal', '=', 'job_corrections.ordinal'),
      )
      .select('jobs.id')
      .where('job_corrections.account', '=', account)
      .where('typed', '=', typed)
      .orderBy('job_corrections.ordinal', 'desc')
      .limit(jobs * forms)
      .execute()
    return { heard, jobs: [...new Set(found.map(({ id }) => id))].slice(0, jobs) }
  }

  #counts() {
    const sum = (column: 'transcripts' | 'words' | 'wrong') =>
      sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)
    return this.#db
      .selectFrom('word_error_counts')
      .select(['model', 'language', sum('transcripts'), sum('words'), sum('wrong')])
      .groupBy(['model', 'language'])
      .orderBy(sql`sum(words)`, 'desc')
      .orderBy('model')
      .orderBy('language')
  }
}
