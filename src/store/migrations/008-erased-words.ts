import { type Kysely, sql } from 'kysely'
import type { WordIndex } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { indexTranscripts } from './002-search.ts'

/** Makes the index of words again where it kept the words of deleted jobs. */
export async function erasedWords(db: Kysely<Schema>, words: WordIndex): Promise<void> {
  if (!words.keptDeleted) return
  await sql`drop table job_words`.execute(db)
  await words.create(db)
  await indexTranscripts(db, words)
}
