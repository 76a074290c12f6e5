import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The trace that jobs, live sessions and deliveries belong to, and since when a job of a trace waits. */
export async function traces({ schema }: Kysely<Schema>): Promise<void> {
  for (const table of ['work', 'live_sessions', 'deliveries'])
    await schema.alterTable(table).addColumn('trace', 'text').execute()
  await schema.alterTable('work').addColumn('waiting_since', 'bigint').execute()
}
