import { type RawBuilder, sql } from 'kysely'

/**
 * The columns of a job in the table of work that waits for a node.
 * @param now the clock of the database
 */
export function waiting(now: RawBuilder<number>) {
  return {
    owner: null,
    lease_until: null,
    progress: null,
    waiting_since: sql<number | null>`case when trace is not null then ${now} end`,
  }
}
