import { type Kysely, sql } from 'kysely'
import { searchWords } from '../../contract/search-words.ts'
import type { Ddl, WordIndex } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Transcripts read by one statement. */
const BATCH_ROWS = 100

/** The words of transcripts, numbers that count metadata, and a revision of each account's jobs. */
export async function search(db: Kysely<Schema>, { clustered }: Ddl, words: WordIndex): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('accounts')
    .addColumn('revision', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()

  await schema
    .alterTable('job_metadata')
    .addColumn('number', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`
    update job_metadata set number = numbered.number
    from (
      select account, path, value, ordinal,
        row_number() over (partition by account, path, value order by ordinal) as number
      from job_metadata
    ) as numbered
    where job_metadata.account = numbered.account and job_metadata.path = numbered.path
      and job_metadata.value = numbered.value and job_metadata.ordinal = numbered.ordinal`.execute(db)
  await schema
    .createTable('job_metadata_gaps')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_metadata_gaps_key', ['account', 'path', 'value', 'number'])
    .modifyEnd(clustered)
    .execute()

  await words.create(db)
  await indexTranscripts(db, words)
}

/** Indexes the words of all transcripts. */
export async function indexTranscripts(db: Kysely<Schema>, words: WordIndex): Promise<void> {
  for (let last = { account: 0, ordinal: 0 }; ;) {
    const { account, ordinal } = last
    const batch = await db
      .selectFrom('job_results')
      .selectAll()
      .where((eb) => eb(eb.refTuple('account', 'ordinal'), '>', eb.tuple(account, ordinal)))
      .orderBy('account')
      .orderBy('ordinal')
      .limit(BATCH_ROWS)
      .execute()
    for (const { account: owner, ordinal: place, result } of batch) {
      const { transcription } = JSON.parse(result) as { transcription?: { full_transcript: string } }
      await words.add(db, owner, place, searchWords(transcription?.full_transcript ?? ''))
    }
    const end = batch.at(-1)
    if (end === undefined) return
    last = end
  }
}
