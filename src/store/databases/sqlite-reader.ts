/**
 * A second, read-only connection to a SQLite database, in its own thread, for slow reads. A statement on the main connection blocks the
 * event loop, and requests that need the connection wait for it. A slice of a 32 MB result takes 12 ms: while twelve lists of such results
 * were read on the main connection, `/health` took 200 ms (p99).
 */
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  type Logger,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Schema } from '../schema.ts'
import { sqliteFault } from './node-sqlite.ts'
import { withStoreErrors } from './store-errors.ts'

/** A message to the thread. */
export interface ReadRequest {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A message from the thread: one for each request, in the same order. */
export type ReadResponse =
  | { readonly rows: unknown[] }
  | { readonly error: { readonly message: string; readonly errcode: number | undefined } }

/**
 * A connection for queries that write nothing and need no transaction. The first query starts the thread.
 * @param file must exist
 * @param log called with every executed statement
 */
export function sqliteReader(file: string, log?: Logger): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => withStoreErrors(new ReaderDriver(file), sqliteFault),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect, ...(log && { log }) })
}

class ReaderDriver extends DummyDriver {
  readonly #connection: ReaderConnection

  constructor(file: string) {
    super()
    this.#connection = new ReaderConnection(file)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override async destroy(): Promise<void> {
    await this.#connection.close()
  }
}

/** Statements queue up in the thread. */
class ReaderConnection implements DatabaseConnection {
  readonly #file: string
  #worker: Worker | null = null
  #waiting: PromiseWithResolvers<unknown[]>[] = []

  constructor(file: string) {
    this.#file = file
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#worker ??= this.#start()
    // The thread keeps the process alive only while it is working.
    this.#worker.ref()
    const result = Promise.withResolvers<unknown[]>()
    this.#waiting.push(result)
    const request: ReadRequest = { sql, parameters }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    this.#worker.postMessage(request)
    return { rows: (await result.promise) as Row[] }
  }

  // oxlint-disable-next-line require-yield -- nothing streams rows
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows are not streamed')
  }

  async close(): Promise<void> {
    // An answer that arrives now would unref the thread, and the process could end before `terminate` resolves.
    this.#worker?.removeAllListeners('message')
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('sqlite-reader-thread.ts', import.meta.url), { workerData: this.#file })
    worker.on('message', (response: ReadResponse) => {
      const result = this.#waiting.shift()
      if (this.#waiting.length === 0) worker.unref()
      if ('rows' in response) result?.resolve(response.rows)
      else result?.reject(Object.assign(new Error(response.error.message), response.error))
    })
    // The next statement starts another thread.
    const fail = (error: Error) => {
      // The exit follows an error, when another thread may already have been started.
      if (this.#worker !== worker) return
      this.#worker = null
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the thread that reads the database has ended')))
    return worker
  }
}
