import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds within which a server must answer whether it is the primary. */
const LOOK_MS = 2_000

/** A primary answers this query, and a standby refuses it. The timeline, in hexadecimal digits, grows with each promotion. */
const TIMELINE = 'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline'

interface Primary {
  readonly url: string
  readonly timeline: string
}

/**
 * The servers of a URL with one or several hosts, in the syntax of libpq. One of them is the primary, which accepts writes. `pg` itself
 * supports only one host. A former primary that comes back is on an earlier timeline than the server promoted in its place, and is not
 * used.
 */
export class Servers {
  readonly #urls: readonly string[]
  readonly #onMoved: () => void
  /** The primary that was found last; null before the first search. */
  #primary: Primary | null = null
  #finding: Promise<Primary> | null = null

  /** @param onMoved called when another server has become the primary: connections to the previous one must no longer be used */
  constructor(url: string, onMoved: () => void = () => {}) {
    this.#urls = urlsOf(url)
    this.#onMoved = onMoved
  }

  /**
   * Connects to the primary. If that fails, looks for another primary.
   * @param connect connects to `primary` and checks new connections with `check`
   */
  async connected<Client>(connect: () => Promise<Client>): Promise<Client> {
    if (this.#urls.length === 1) return connect()
    const { url } = this.#primary ?? (await this.#find())
    // A frozen server does not refuse connections. Attempts to connect to it are cut once another primary is found.
    const slow = setTimeout(() => this.lookAgain(), LOOK_MS)
    try {
      return await connect()
    } catch (error) {
      const found = await this.#find()
      if (found.url === url) throw error
      return connect()
    } finally {
      clearTimeout(slow)
    }
  }

  /** Looks for another primary. */
  lookAgain(): void {
    if (this.#urls.length > 1) this.#find().catch(() => {}) // reported to whoever connects
  }

  /** The URL of the primary that was found last. */
  get primary(): string {
    return this.#primary?.url ?? this.#urls[0] ?? ''
  }

  /**
   * Checks a new connection, because its server may have become a standby or have been replaced.
   * @throws if its server is not the primary
   */
  async check(client: pg.ClientBase): Promise<void> {
    if (this.#urls.length === 1) return
    const timeline = await timelineOn(client)
    if (timeline < (this.#primary?.timeline ?? '')) throw new ReplacedError(timeline)
  }

  async #find(): Promise<Primary> {
    this.#finding ??= this.#look().finally(() => (this.#finding = null))
    return this.#finding
  }

  async #look(): Promise<Primary> {
    const answers = await Promise.allSettled(this.#urls.map(lookAt))
    const found = answers
      .filter((answer) => answer.status === 'fulfilled')
      .map(({ value }) => value)
      .toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1))[0]
    if (found === undefined) {
      const reasons = answers.map((answer) => (answer.status === 'rejected' ? textOf(answer.reason) : ''))
      throw new Error(`none of the servers accepts writes: ${reasons.join('; ')}`)
    }
    const before = this.#primary
    if (before !== null && found.timeline < before.timeline) throw new ReplacedError(found.timeline)
    this.#primary = found
    if (before !== null && before.url !== found.url) this.#onMoved()
    return found
  }
}

/** A server that accepts writes although another has replaced it. */
class ReplacedError extends Error {
  constructor(timeline: string) {
    super(`the server on timeline ${timeline} was replaced by another, which does not answer: stop it`)
  }
}

/** The URLs of the servers of a URL with several hosts, such as `postgres://user:password@a:5432,b:5432/database`. */
function urlsOf(url: string): string[] {
  const authority = url.indexOf('://') + 3
  const length = url.slice(authority).search(/[/?]/)
  const end = length < 0 ? url.length : authority + length
  const hosts = authority + url.slice(authority, end).lastIndexOf('@') + 1
  return url
    .slice(hosts, end)
    .split(',')
    .map((host) => url.slice(0, hosts) + host + url.slice(end))
}

/** @throws if the server does not answer or is a standby */
async function lookAt(url: string): Promise<Primary> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { url, timeline: await timelineOn(client) }
  } finally {
    void client.end().catch(() => {})
  }
}

async function timelineOn(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ timeline: string }>(TIMELINE)
  return rows[0]?.timeline ?? ''
}

/** The message of an error. An error about several addresses has none of its own. */
const textOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(textOf).join(', ') : (error as Error).message

/** Closes a connection without notifying the server, which may not respond. The client then emits `error` and `end`. */
export function cut(client: pg.ClientBase): void {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}
