import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds in which a server must say whether it is the primary. */
const LOOK_MS = 2_000

/** What a primary answers, and a standby refuses; the timeline, in hexadecimal digits, grows with each promotion. */
const TIMELINE = 'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline'

interface Primary {
  readonly url: string
  readonly timeline: string
}

/**
 * The servers of a URL with one host or several, as libpq reads them, of which one accepts writes: the primary. `pg` itself
 * knows one host only. A primary that was replaced and comes back is on an earlier timeline than the one promoted in its
 * place, and is left alone.
 */
export class Servers {
  readonly #urls: readonly string[]
  readonly #onMoved: () => void
  /** The primary when it was last looked for; null before the first time. */
  #primary: Primary | null = null
  #finding: Promise<Primary> | null = null

  /** @param onMoved called when another server is the primary: connections to the one before must not be used any more */
  constructor(url: string, onMoved: () => void = () => {}) {
    this.#urls = urlsOf(url)
    this.#onMoved = onMoved
  }

  /**
   * Connects to the primary; where that fails, finds out whether there is another.
   * @param connect connects to `primary`, and checks a new connection (`check`)
   */
  async connected<Client>(connect: () => Promise<Client>): Promise<Client> {
    if (this.#urls.length === 1) return connect()
    const { url } = this.#primary ?? (await this.#find())
    // A frozen server does not refuse: what waits for it is cut once another is found.
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

  /** Finds out whether there is another primary. */
  lookAgain(): void {
    if (this.#urls.length > 1) this.#find().catch(() => {}) // whoever connects is told
  }

  /** The URL of the primary when it was last looked for. */
  get primary(): string {
    return this.#primary?.url ?? this.#urls[0] ?? ''
  }

  /**
   * Checks a new connection: its server may have become a standby, or have been replaced.
   * @throws if it is not to the primary
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

/** A server that accepts writes, and should not. */
class ReplacedError extends Error {
  constructor(timeline: string) {
    super(`the server on timeline ${timeline} was replaced by another, which does not answer: stop it`)
  }
}

/** The URLs of the single servers. */
/** Those of a URL whose authority names several hosts: `postgres://user:password@a:5432,b:5432/database`. */
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

/** @throws if it does not answer, or is a standby */
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

/** An error of several addresses has no message. */
const textOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(textOf).join(', ') : (error as Error).message

/** Ends a connection without a word to the server, which may not answer. Its `error` and `end` follow. */
export function cut(client: pg.ClientBase): void {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}
