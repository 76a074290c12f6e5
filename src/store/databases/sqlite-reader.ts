/**
 * A second, read-only connection to a SQLite database, in a thread of its own, for reads that take long: a statement on the
 * main connection blocks the event loop, and requests that need the connection wait for it. A slice of a 32 MB result takes
 * 12 ms; with twelve lists of them, `/health` took 200 ms (p99) when they were read on the main connection.
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

/** To the thread. */
export interface ReadRequest {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** From the thread, one for each request, in their order. */
export type ReadResponse =
  | { readonly rows: unknown[] }
  | { readonly error: { readonly message: string; readonly errcode: number | undefined } }

/**
 * The queries of a database that write nothing and need no transaction. The thread starts with the first of them.
 * @param file must exist
 * @param log called with every statement that is executed
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

/** Statements wait in the thread for those before them. */
class ReaderConnection implements DatabaseConnection {
  readonly #file: string
  #worker: Worker | null = null
  #waiting: PromiseWithResolvers<unknown[]>[] = []

  constructor(file: string) {
    this.#file = file
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#worker ??= this.#start()
    // It keeps the process alive only while it is working.
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
    // An answer that arrives now must not let the process end before what follows the end of the thread.
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
    // The next statement starts another one.
    const fail = (error: Error) => {
      this.#worker = null
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the thread that reads the database has ended')))
    return worker
  }
}
