import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The keys that live sessions were created with, so that their tokens end with them. */
export async function liveKeys({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('live_sessions').addColumn('key_id', 'text').execute()
}
