import { type Driver, Kysely, type Logger, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { Dialect, WordIndex } from './dialect.ts'
import { PostgresWake } from './postgres-wake.ts'
import { prepareStatements } from './prepared-statements.ts'
import { cut, Servers } from './servers.ts'
import type { StoreFault } from '../../jobs/store-error.ts'
import type { Schema } from '../schema.ts'
import { withStoreErrors } from './store-errors.ts'

/** Default number of connections per process. */
const MAX_CONNECTIONS = 10

interface PostgresOptions {
  readonly connections?: number | undefined
  readonly directUrl?: string
  readonly nodeLeaseMs?: number | undefined
}

/** Milliseconds after which a connection attempt fails. */
const CONNECT_TIMEOUT_MS = 10_000

/** Default duration of a node's lease, in milliseconds. */
const NODE_LEASE_MS = 10_000

/** Milliseconds within which a change by another process is noticed, such as a key revoked by `scriptorium keys`. */
const MAX_STALE_MS = 1_000

/** Types that are read as JavaScript numbers. All values stay far below 2^53. */
const NUMBER_TYPES: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]

/** Number of jobs per statement when the words of all jobs are read. */
const ENTRIES_BATCH = 1_000

/**
 * The words of each job as an array with a GIN index. `searchWords` has already split and folded them. They are compared as bytes: building
 * the index takes a third less time than with the collation of a language.
 */
const words: WordIndex = {
  create: async (db) => {
    await sql`
      create table job_words (
        account integer not null, ordinal bigint not null, words text[] collate "C" not null, primary key (account, ordinal)
      )`.execute(db)
    await sql`create index job_words_index on job_words using gin (words)`.execute(db)
  },
  add: async (db, account, ordinal, list) => {
    await sql`insert into job_words values (${account}, ${ordinal}, ${[...list]})`.execute(db)
  },
  addAll: async (db, jobs) => {
    // JSON cannot contain lone surrogates, in which truncated words may end. A single text of all words is faster than an array.
    const given = jobs.map((job) => ({ ...job, words: job.words.join(' ').toWellFormed() }))
    await sql`insert into job_words select account, ordinal, string_to_array(words, ' ')
      from json_to_recordset(${JSON.stringify(given)}::json) as given (account integer, ordinal bigint, words text)`.execute(
      db,
    )
  },
  remove: async (db, account, jobs) => {
    const ordinals = jobs.map(({ ordinal }) => ordinal)
    await sql`delete from job_words where account = ${account} and ordinal = any(${ordinals}::bigint[])`.execute(
      db,
    )
  },
  clear: async (db) => {
    // Makes transactions that add or remove words wait for this one.
    await sql`lock table job_words in share row exclusive mode`.execute(db)
    await sql`delete from job_words`.execute(db)
  },
  async *entries(db) {
    for (let last = { account: 0, ordinal: 0 }; ;) {
      // A single text is faster to read than an array.
      const { rows } = await sql<{ account: number; ordinal: number; words: string }>`
        select account, ordinal, array_to_string(words, ' ') as words from job_words
        where (account, ordinal) > (${last.account}, ${last.ordinal})
        order by account, ordinal limit ${sql.lit(ENTRIES_BATCH)}`.execute(db)
      for (const { words: list, ...job } of rows)
        yield { words: list.split(' ').filter(Boolean), jobs: [job] }
      const end = rows.at(-1)
      if (end === undefined) return
      last = end
    }
  },
  valueOf: (list) => [...list],
  find: (account, list, from, before) => ({
    table: sql`job_words`,
    where: sql`job_words.words @> ${list}::text[] and job_words.account = ${account}
      and job_words.ordinal >= ${from} and job_words.ordinal < ${before}`,
    ordinal: sql`job_words.ordinal`,
    orderBy: sql`job_words.ordinal desc`,
  }),
}

/** `read_only_sql_transaction`, which move/change-log.ts raises too. */
const READ_ONLY = '25006'
/** `disk_full`, see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DISK_FULL = '53100'
/**
 * Lost connections, serialisation failures and deadlocks, too many connections, unavailable locks, a server that is shutting down, and
 * failures of its file system.
 */
const UNAVAILABLE = /^(08(?!P01)|40|53300|55P03|57P0|57014|58)/

function faultOf(error: unknown): StoreFault {
  // If the error does not come from the server, the connection has failed, unless the values could not be encoded.
  if (!(error instanceof pg.DatabaseError))
    return error instanceof RangeError || error instanceof TypeError ? 'rejected' : 'unavailable'
  const { code = '' } = error
  if (code === DISK_FULL) return 'full'
  if (code === READ_ONLY) return 'readOnly'
  return UNAVAILABLE.test(code) ? 'unavailable' : 'rejected'
}

class ServiceDialect extends PostgresDialect {
  override createDriver(): Driver {
    return withStoreErrors(super.createDriver(), faultOf)
  }
}

/**
 * A PostgreSQL database.
 * @param url with one host, or with the hosts of a primary and its standbys
 * @param log called with every executed statement
 * @param options.connections maximum number of connections of this process, in addition to one for messages and one for leases
 * @param options.directUrl a URL that bypasses a pooler, for the connection for messages; the same URL by default
 * @param options.nodeLeaseMs the server ends transactions that are idle for half of this time
 */
export function postgres(
  url: string,
  log?: Logger,
  { connections = MAX_CONNECTIONS, directUrl = url, nodeLeaseMs = NODE_LEASE_MS }: PostgresOptions = {},
): Dialect {
  const cutAll = (): void => {
    for (const client of clients) cut(client)
    wake.reconnect()
  }
  const servers = new Servers(url, cutAll)
  /** The clients of the pools, including those that are still connecting. */
  const clients = new Set<pg.ClientBase>()
  class PoolClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: servers.primary })
      clients.add(this)
      this.once('end', () => clients.delete(this))
    }
  }
  const checked = new WeakSet<pg.PoolClient>()
  /** A pool that serves whoever has waited longest. */
  const poolOf = (max: number) => {
    const pool = new pg.Pool({
      Client: PoolClient,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // A frozen process must not keep a lock for so long that others cannot extend their leases.
      idle_in_transaction_session_timeout: nodeLeaseMs / 2,
      // Waiting for a foreign lock, such as that of VACUUM FULL, must not occupy all connections for long.
      lock_timeout: nodeLeaseMs / 2,
      types: {
        getTypeParser: (type, format) =>
          NUMBER_TYPES.includes(type)
            ? Number
            : (pg.types.getTypeParser(type, format) as (value: string) => unknown),
      },
    })
    // The next query replaces a broken connection. Without listeners, its error would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      client.on('error', () => {})
      // PostgreSQL compiles plans that it considers expensive: for a page of jobs with a common word, this took 75 ms, and the query 9 ms.
      client.query('set jit = off').catch(() => {})
      prepareStatements(client, () => void writes++)
    })
    const connect = async (): Promise<pg.PoolClient> =>
      servers.connected(async () => {
        const client = await pool.connect()
        if (checked.has(client)) return client
        try {
          await servers.check(client)
        } catch (error) {
          client.release(true)
          throw error
        }
        checked.add(client)
        return client
      })
    return { connect, end: async () => pool.end(), options: pool.options }
  }
  let writes = 0
  const pool = poolOf(connections)
  const leasePool = poolOf(1)
  const wake = new PostgresWake({
    servers: directUrl === url ? servers : new Servers(directUrl, cutAll),
    connect: pool.connect,
    // Otherwise, statements sent to a machine that is gone would wait until TCP gives up, after a quarter of an hour.
    onSilence: () => {
      cutAll()
      servers.lookAgain()
    },
  })
  const kysely = (of: PostgresPool): Kysely<Schema> =>
    new Kysely<Schema>({ dialect: new ServiceDialect({ pool: of }), ...(log && { log }) })
  const endBoth = async () => void (await Promise.all([pool.end(), leasePool.end()]))
  const db = kysely({ ...pool, end: endBoth })
  return {
    db,
    reader: db,
    leases: kysely(leasePool),
    ddl: {
      counted: (type) => sql`${sql.raw(type)} generated by default as identity`,
      bytes: sql`bytea`,
      clustered: sql``,
    },
    words,
    rawText: (column) => column,
    carriesTexts: true,
    ordinals: (ordinals) =>
      sql`(select cast(value as bigint) as ordinal from json_array_elements_text(${JSON.stringify(ordinals)}::json))`,
    rows: (columns, rows) => {
      const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
      return sql`json_to_recordset(${JSON.stringify(rows)}::json) as given(${sql.raw(typed.join())})`
    },
    unplanned: (value, type) => sql`(select cast(${value} as ${sql.raw(type)}))`,
    writesJson: false,
    // PostgreSQL's autovacuum does this.
    eraseDeleted: async () => {},
    reclaim: async () => false,
    wake,
    locksRows: true,
    now: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    damages: async () => [],
    isBlocking: false,
    version: () => `${writes} ${Math.floor(performance.now() / MAX_STALE_MS)}`,
  }
}
