import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Topic, Wake } from '../../jobs/wake.ts'
import { LocalWake } from './local-wake.ts'
import { cut, type Servers } from './servers.ts'

const CHANNEL = 'scriptorium'
const TOPICS: readonly Topic[] = ['work', 'cancelled', 'callbacks', 'live', 'released', 'background', 'nodes']

/** Milliseconds between attempts to reconnect. */
const RETRY_MS = 1_000
/** Milliseconds after which a connection attempt fails. */
const CONNECT_TIMEOUT_MS = 10_000
/** Milliseconds between checks whether the server responds … */
const WATCH_MS = 1_000
/** … and for which it may take to respond: less than half of the default lease of a node. */
const SILENCE_MS = 4_000

interface WakeParts {
  /** For a separate connection that bypasses a pooler. */
  readonly servers: Servers
  /** Takes a connection from the pool. */
  readonly connect: () => Promise<pg.PoolClient>
  /** Called if the server has not responded in time. */
  readonly onSilence: () => void
}

/**
 * Wakes the nodes of a PostgreSQL database with NOTIFY. Messages that arrive while a NOTIFY is in progress are sent together in the next
 * one, without duplicates, because a commit with a NOTIFY locks out all other such commits of the server.
 */
export class PostgresWake implements Wake {
  readonly #parts: WakeParts
  readonly #local = new LocalWake()
  /** Identifies the sender of messages, so that a node does not wake itself twice. */
  readonly #id = randomUUID()
  readonly #pending = new Set<string>()
  #sending: Promise<void> | null = null
  #listening: Promise<void> | null = null
  #client: pg.Client | null = null
  #isClosed = false

  constructor(parts: WakeParts) {
    this.#parts = parts
  }

  notify(topic: Topic, about = ''): void {
    this.#local.notify(topic, about)
    this.#pending.add(`${this.#id} ${topic} ${about}`)
    this.#sending ??= this.#send().finally(() => (this.#sending = null))
  }

  listen(topic: Topic, listener: (about: string) => void): void {
    this.#local.listen(topic, listener)
    this.#listening ??= this.#listen()
  }

  /** Listens on a new connection, for example when another server has become the primary. */
  reconnect(): void {
    if (this.#client !== null) cut(this.#client)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#sending
    await this.#client?.end()
    await this.#listening
  }

  async #send(): Promise<void> {
    while (this.#pending.size > 0) {
      const messages = [...this.#pending]
      this.#pending.clear()
      // If it fails, the other nodes find the change when they poll.
      await this.#sendOne(messages).catch(() => {})
    }
  }

  async #sendOne(messages: readonly string[]): Promise<void> {
    // Not `pool.query`, which needs a callback that `prepareStatements` does not call.
    const client = await this.#parts.connect()
    try {
      await client.query(`select pg_notify('${CHANNEL}', message) from unnest($1::text[]) message`, [
        messages,
      ])
    } finally {
      client.release()
    }
  }

  /** Listens until closed, and reconnects if the connection breaks. */
  async #listen(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const client = await this.#parts.servers.connected(async () => this.#connect())
        const ended = new Promise((resolve) => client.once('end', resolve))
        client.on('notification', ({ payload = '' }) => this.#receive(payload))
        await client.query(`listen ${CHANNEL}`)
        if (this.#isClosed) await client.end()
        else for (const topic of TOPICS) this.#local.notify(topic)
        void this.#watch(client)
        await ended
      } catch {
        // The loop tries again. A server that refuses to listen, such as a standby, leaves the connection open.
        this.reconnect()
      }
      if (!this.#isClosed) await delay(RETRY_MS, undefined, { ref: false })
    }
  }

  /** Checks that the server responds, until it does not or the connection ends. */
  async #watch(client: pg.Client): Promise<void> {
    while (client === this.#client && !this.#isClosed) {
      await delay(WATCH_MS, undefined, { ref: false })
      try {
        await client.query({ text: 'select', query_timeout: SILENCE_MS } as pg.QueryConfig)
      } catch (error) {
        if (error instanceof Error && error.message === 'Query read timeout') this.#parts.onSilence()
        return
      }
    }
  }

  /** Opens the connection for messages, which may be idle for minutes. It emits `end` after each error. */
  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#parts.servers.primary,
      application_name: `scriptorium listen ${this.#id}`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    client.on('error', () => {})
    // Set before connecting, so that `reconnect` can cut it: a frozen server may answer long after it was replaced.
    this.#client = client
    try {
      await client.connect()
      await this.#parts.servers.check(client)
    } catch (error) {
      cut(client)
      throw error
    }
    return client
  }

  #receive(payload: string): void {
    const [sender, topic, about] = payload.split(' ')
    if (sender !== this.#id) this.#local.notify(topic as Topic, about)
  }
}
