import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Where the transcription is in a result, and revisions that are compressed; both count as stored. */
export async function transcripts(db: Kysely<Schema>, { ddl, locksRows }: Dialect): Promise<void> {
  const { schema } = db
  for (const column of ['transcription_at', 'transcription_bytes'])
    await schema
      .alterTable('job_results')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  await schema.alterTable('job_revisions').dropColumn('splice').execute()
  for (const column of ['splice', 'transcription'])
    await schema.alterTable('job_revisions').addColumn(column, ddl.bytes).execute()
  await schema.alterTable('job_revisions').addColumn('words', 'text').execute()
  // They are compressed already.
  if (locksRows)
    for (const column of ['splice', 'transcription'])
      await sql`alter table job_revisions alter column ${sql.ref(column)} set storage external`.execute(db)
  await sql`
    insert into account_usage (account, what, day, amount)
    select account, 'storage', 0, cast(sum(octet_length(result)) as bigint) from job_results where true group by account
    on conflict (account, what, day) do update set amount = account_usage.amount + excluded.amount`.execute(
    db,
  )
}
