/** Measures a request on the service and on the bare server in turns, so that other load affects both. */
import { request } from 'undici'
import type { Case, Group } from './cases.ts'
import { Connection, requestText } from './connection.ts'
import { KEY_HEADERS, type ServerProcess } from './processes.ts'

/** Milliseconds of a round on one server with a number of connections. */
const ROUND = 80
/** Milliseconds after which no new round of a slow page starts. */
const MAX_MS = 10_000
/** Concurrent connections for counting requests per second. */
const CONNECTIONS = 4

export interface Row {
  readonly name: string
  readonly group: Group
  /** Milliseconds from the request to the last byte of the response, for a page not requested before. */
  readonly p50: number
  readonly p95: number
  /** Requests per second for the same pages, which the service may cache. */
  readonly perSecond: number
  readonly bareP50: number
  readonly barePerSecond: number
  /** Peak memory of the service, in megabytes. */
  readonly peak: number
  /** Mean size of a response. */
  readonly kilobytes: number
}

export interface Servers {
  readonly service: ServerProcess
  readonly bare: ServerProcess
}

interface Answer {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  readonly body: Buffer
}

/** Splits the measurement of a page into rounds, so that other load affects all servers. */
export function roundsIn(milliseconds: number): { rounds: number; roundMs: number } {
  return { rounds: Math.ceil(milliseconds / ROUND), roundMs: Math.min(milliseconds, ROUND) }
}

/** @param milliseconds on each server, with one and with several connections */
export async function measure(servers: Servers, what: Case, milliseconds: number): Promise<Row> {
  const { service, bare } = servers
  const answers = await answersOf(service.url, what)
  for (const [i, { status, body }] of answers.entries()) {
    await request(`${bare.url}/${i}`, { method: 'PUT', headers: { 'x-status': String(status) }, body })
  }
  const ours = await Load.start(service.url, answers)
  const theirs = await Load.start(
    bare.url,
    answers.map((answer, i) => ({ ...answer, path: `/${i}` })),
  )
  service.resetPeak()
  const { rounds, roundMs } = roundsIn(milliseconds)
  const began = performance.now()
  for (let round = 0; round < rounds && performance.now() - began < MAX_MS; round++) {
    for (const load of [ours, theirs]) await load.round(1, roundMs)
    for (const load of [ours, theirs]) await load.round(CONNECTIONS, roundMs)
  }
  const { peak } = service.memory()
  ours.stop()
  theirs.stop()
  return {
    name: what.name,
    group: what.group,
    p50: ours.quantile(0.5),
    p95: ours.quantile(0.95),
    perSecond: ours.perSecond(),
    bareP50: theirs.quantile(0.5),
    barePerSecond: theirs.perSecond(),
    peak,
    kilobytes: answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length / 1000,
  }
}

/** The service's responses to each path of a case. */
async function answersOf(url: string, what: Case): Promise<Answer[]> {
  const answers: Answer[] = []
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const answer = await request(`${url}${path}`, { headers })
    const body = Buffer.from(await answer.body.arrayBuffer())
    if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.statusCode} ${body.toString()}`)
    answers.push({ path, headers, status: answer.statusCode, body })
    return { etag: String(answer.headers['etag']), body }
  }
  const began = performance.now()
  for (const path of what.paths) {
    if (answers.length > 0 && performance.now() - began > MAX_MS) break
    let { etag, body } = await ask(path, KEY_HEADERS)
    if (what.conditional === true) {
      answers.pop()
      await ask(path, { ...KEY_HEADERS, 'if-none-match': etag })
    }
    for (let page = 1; page < (what.pages ?? 1); page++) {
      const { next } = JSON.parse(body.toString()) as { next: string | null }
      if (next === null) break
      ;({ etag, body } = await ask(next.slice(url.length), KEY_HEADERS))
    }
  }
  return answers
}

/** Sends requests to one server, checks that each response matches the earlier one, and records durations. */
class Load {
  readonly #connections: readonly Connection[]
  readonly #url: string
  readonly #asked: readonly Answer[]
  readonly #requests: readonly Buffer[]
  readonly #alone: number[] = []
  #turn = 0
  #together = 0
  #elapsed = 0

  private constructor(connections: readonly Connection[], url: string, asked: readonly Answer[]) {
    this.#connections = connections
    this.#url = url
    this.#asked = asked
    this.#requests = asked.map(({ path, headers }) => requestText(`${url}${path}`, headers))
  }

  static async start(url: string, asked: readonly Answer[]): Promise<Load> {
    const connections = await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => Connection.open(url)),
    )
    return new Load(connections, url, asked)
  }

  /** A request with an unknown parameter that makes its URL new. */
  #freshRequest({ path, headers }: Answer): Buffer {
    return requestText(`${this.#url}${path}${path.includes('?') ? '&' : '?'}turn=${this.#turn}`, headers)
  }

  /** A round of requests, one after another on each connection: new URLs with a single connection, repeated URLs otherwise. */
  async round(connections: number, milliseconds: number): Promise<void> {
    const began = performance.now()
    await Promise.all(
      this.#connections.slice(0, connections).map(async (connection) => {
        for (let sent = began; sent < began + milliseconds;) {
          const at = this.#turn++ % this.#asked.length
          const asked = this.#asked[at]!
          const text = connections === 1 ? this.#freshRequest(asked) : this.#requests[at]!
          await connection.send(text, { status: asked.status, bytes: asked.body.length })
          const now = performance.now()
          if (connections === 1) this.#alone.push(now - sent)
          else this.#together += 1
          sent = now
        }
      }),
    )
    if (connections > 1) this.#elapsed += performance.now() - began
  }

  perSecond(): number {
    return this.#together / (this.#elapsed / 1000)
  }

  quantile(part: number): number {
    return quantile(this.#alone, part)
  }

  stop(): void {
    for (const connection of this.#connections) connection.close()
  }
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
