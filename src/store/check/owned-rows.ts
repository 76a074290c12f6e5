/** Checks that every row has its owner, so that deletions have left nothing behind, and that the rows of files exist. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '../schema.ts'
import { JOB_TABLES, type JobTable } from '../jobs/remove-jobs.ts'
import { type AccountCheck, MAX_FAULTS } from './check.ts'

/**
 * Reads the names of faulty rows.
 * @param rows a query for their column `name`
 */
export async function namesOf(db: Db, rows: RawBuilder<unknown>): Promise<string[]> {
  const { rows: found } = await sql<{ name: string | number }>`
    select name from (${rows}) as fault order by name limit ${sql.lit(MAX_FAULTS + 1)}`.execute(db)
  return found.map(({ name }) => String(name))
}

interface Owner {
  readonly table: keyof Schema
  /** The column that refers to the owner, and names the row in a finding. A row in which it is null needs no such owner. */
  readonly column: string
  /** The tables that may contain the owner. */
  readonly of: readonly (keyof Schema)[]
  /** The column that identifies the owner there. */
  readonly key: string
  /** A row in which this column is set needs no such owner. */
  readonly unless?: string
}

/** Rows that are deleted with their owner, in this order. For users, passkeys and invitations, foreign keys ensure this. */
const OWNERS: readonly Owner[] = [
  { table: 'job_results', column: 'ordinal', of: JOB_TABLES, key: 'ordinal' },
  { table: 'job_revisions', column: 'ordinal', of: JOB_TABLES, key: 'ordinal' },
  { table: 'job_voices', column: 'ordinal', of: JOB_TABLES, key: 'ordinal' },
  { table: 'retranscriptions', column: 'ordinal', of: ['jobs'], key: 'ordinal' },
  { table: 'job_word_errors', column: 'ordinal', of: JOB_TABLES, key: 'ordinal' },
  { table: 'job_corrections', column: 'ordinal', of: JOB_TABLES, key: 'ordinal' },
  { table: 'work', column: 'job_id', of: ['jobs'], key: 'id' },
  { table: 'deliveries', column: 'job_id', of: ['jobs'], key: 'id', unless: 'webhook' },
  { table: 'deliveries', column: 'endpoint', of: ['endpoints'], key: 'id' },
  { table: 'delivery_attempts', column: 'delivery', of: ['deliveries'], key: 'id' },
  { table: 'derived_files', column: 'source', of: ['files'], key: 'id' },
  { table: 'shares', column: 'job_id', of: JOB_TABLES, key: 'id' },
  { table: 'console_sessions', column: 'key_id', of: ['keys'], key: 'id' },
  { table: 'console_sessions', column: 'user_id', of: ['memberships'], key: 'user_id' },
]

/** The rows of an account without an owner. */
function ownerless({ table, column, of, key, unless }: Owner, account: number) {
  const own = sql.ref(`${table}.${column}`)
  const isOwnedBy = (owner: keyof Schema) => sql`exists (
    select 1 from ${sql.table(owner)} as owner
    where owner.account = ${account} and owner.${sql.ref(key)} = ${own})`
  return sql`${sql.ref(`${table}.account`)} = ${account} and ${own} is not null
    ${unless === undefined ? sql`` : sql`and ${sql.ref(`${table}.${unless}`)} is null`}
    and not (${sql.join(of.map(isOwnedBy), sql` or `)})`
}

/** One check for each table. */
export const ownedRows: readonly AccountCheck[] = OWNERS.map((owner) => ({
  name: owner.table,
  remedy: `delete the rows that belong to nothing in ${owner.of.join(' or ')}`,
  faults: async ({ db, account }) => {
    const { column } = owner
    const rows = sql`select distinct ${sql.ref(`${owner.table}.${column}`)} as name
      from ${sql.table(owner.table)} where ${ownerless(owner, account)}`
    const names = await namesOf(db, rows)
    return names.map((name) => `${column} ${name} is not in ${owner.of.join(' or ')}`)
  },
  repair: async ({ db, account }) => {
    await sql`delete from ${sql.table(owner.table)} where ${ownerless(owner, account)}`.execute(db)
  },
}))

/** The users who are not members of any account. */
export async function strayUsers(db: Db): Promise<string[]> {
  return namesOf(
    db,
    sql`select id as name from users where not exists (select 1 from memberships where user_id = users.id)`,
  )
}

/**
 * The jobs of an account, including those in the trash, as a table `jobs`.
 * @param page reads only the next jobs of each table after an ordinal. Without it, PostgreSQL would read and sort all jobs to find the first
 * few of both tables.
 */
export const allJobs = (account: number, page?: { after: number; limit: number }): RawBuilder<unknown> => {
  const columns = [
    'id',
    'account',
    'ordinal',
    'bucket',
    'created_at',
    'file_id',
    'custom_metadata',
    'details',
    'preview',
  ]
  const within = page && sql`and ordinal > ${page.after} order by ordinal limit ${sql.lit(page.limit)}`
  const from = (table: JobTable) => sql`
    select * from (select ${sql.join(columns.map((column) => sql.ref(column)))}, ${sql.lit(table)} as place
      from ${sql.table(table)} where account = ${account} ${within ?? sql``}) as part`
  return sql`(${sql.join(JOB_TABLES.map(from), sql` union all `)}) as jobs`
}

/** The rows of the files of jobs. */
export const jobFiles: AccountCheck = {
  name: 'files',
  remedy: 'restore the audio from a backup, or delete the job',
  faults: async ({ db, account }) => {
    const names = await namesOf(
      db,
      sql`select id as name from ${allJobs(account)} where file_id is not null
        and not exists (select 1 from files where files.id = jobs.file_id and files.account = ${account})`,
    )
    return names.map((id) => `the row of the audio file of job ${id} is missing`)
  },
  repair: null,
}
