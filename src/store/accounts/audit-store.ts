import { type ExpressionBuilder, sql } from 'kysely'
import type { AuditCursor, AuditDetails } from '../../contract/audit.ts'
import type { Who } from '../../contract/who.ts'
import type { HeldChange } from '../../jobs/audit-log.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** An entry as stored. Times are milliseconds since 1970. */
export interface StoredEntry {
  readonly id: string
  readonly at: number
  /** Name of the account. */
  readonly account: string | null
  readonly operation: string
  readonly by: Who | null
  readonly key: string | null
  readonly details: AuditDetails
  readonly address: string | null
  readonly requestId: string | null
}

/** The part of the audit to read. */
export interface AuditWindow {
  /** Null for the entries of all accounts and those without an account. */
  readonly account: number | null
  /** Null for all operations. */
  readonly operations: readonly string[] | null
  /** Id of a user or a key, or `operator`; null for everybody. */
  readonly by: string | null
  /** Milliseconds since 1970, inclusive. */
  readonly from: number | null
  /** Milliseconds since 1970, exclusive. */
  readonly before: number | null
  /** Where the previous page ended; null for the first page. */
  readonly after: AuditCursor | null
  readonly limit: number
}

/** Stored as the account of entries that concern no account, or several. */
const NONE = 0

const COLUMNS = {
  id: 'text',
  account: 'bigint',
  age: 'bigint',
  operation: 'text',
  who: 'text',
  who_id: 'text',
  key_id: 'text',
  details: 'text',
  address: 'text',
  request_id: 'text',
} as const

/** The audit: who changed what. The entries of an account are deleted with it. */
export class AuditStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Stores changes, with their times by the clock of the database. Changes of deleted accounts are skipped. */
  async add(changes: readonly HeldChange[]): Promise<void> {
    const { db, rows, now, locksRows } = this.#dialect
    const given = rows(
      COLUMNS,
      changes.map(({ id, account, age, operation, by, key, details = {}, address, requestId }) => ({
        ...{ id, account: account ?? NONE, age, operation },
        who: by === undefined ? null : JSON.stringify(by),
        who_id: by === undefined ? null : (by.id ?? by.kind),
        ...{ key_id: key ?? null, details: JSON.stringify(details) },
        ...{ address: address ?? null, request_id: requestId ?? null },
      })),
    )
    // The lock makes the deletion of an account wait until its entries are stored. If the account is gone, they are skipped.
    const account = sql`select 1 from accounts where id = given.account ${locksRows ? sql`for key share` : sql``}`
    await sql`
      insert into audit_entries (id, account, at, operation, who, who_id, key_id, details, address, request_id)
      select id, account, (select ${now}) - age, operation, who, who_id, key_id, details, address, request_id from ${given}
      where account = ${sql.lit(NONE)} or exists (${account})
      on conflict do nothing`.execute(db)
  }

  /** The entries of a window, newest first. */
  async page({ account, operations, by, from, before, after, limit }: AuditWindow): Promise<StoredEntry[]> {
    const { reader } = this.#dialect
    const own = account === null ? {} : { account }
    const filter = { ...own, ...(by !== null && { who_id: by }) }
    // Each range is read from an index, in its order.
    const ranges = operations === null ? [filter] : operations.map((operation) => ({ ...filter, operation }))
    if (ranges.length === 0) return []
    const found = ranges
      .map((range) =>
        reader
          .selectFrom('audit_entries')
          .select(['id', 'at'])
          .where((eb) => eb.and(range))
          .$if(from !== null, (query) => query.where('at', '>=', from))
          .$if(before !== null, (query) => query.where('at', '<', before))
          .$if(after !== null, (query) => query.where((eb) => isAfter(eb, after!)))
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit),
      )
      .map((newest) => reader.selectFrom(newest.as('newest')).select('id'))
      .reduce((all, others) => all.unionAll(others))
    const entries = await reader
      .selectFrom('audit_entries')
      .leftJoin('accounts', 'accounts.id', 'audit_entries.account')
      .select(['audit_entries.id', 'at', 'accounts.name as account', 'operation'])
      .select(['who', 'key_id as key', 'details', 'address', 'request_id as requestId'])
      .where('audit_entries.id', 'in', found)
      .orderBy('at', 'desc')
      .orderBy('audit_entries.id', 'desc')
      .limit(limit)
      .execute()
    return entries.map(({ who, details, ...entry }) => ({
      ...entry,
      by: who === null ? null : (JSON.parse(who) as Who),
      details: JSON.parse(details) as AuditDetails,
    }))
  }

  /** Deletes at most `limit` entries older than `ageMs`. @returns whether there may be more */
  async removeExpired(ageMs: number, limit: number): Promise<boolean> {
    const { db, now } = this.#dialect
    const { numDeletedRows } = await db
      .deleteFrom('audit_entries')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('audit_entries')
          .select('id')
          .where('at', '<=', sql<number>`${now} - ${ageMs}`)
          .orderBy('at')
          .limit(limit),
      )
      .executeTakeFirst()
    return numDeletedRows === BigInt(limit)
  }
}

/** Condition on the entries after a cursor. The id decides among entries of the same millisecond. */
function isAfter(eb: ExpressionBuilder<Schema, 'audit_entries'>, { at, id }: AuditCursor) {
  return eb(eb.refTuple('at', 'id'), '<', eb.tuple(at, id))
}
