/** Measures pages of the service on both databases and of the plain server, in turns. */
import assert from 'node:assert/strict'
import { request } from 'undici'
import { Connection, type Expected, requestText } from './connection.ts'
import { BURST_DATE, ORDINARY_DATE, orderOf, userOf } from './dataset.ts'
import { quantile, roundsIn } from './measure.ts'
import { KEY_HEADERS, type ServerProcess } from './processes.ts'
import { table } from './table.ts'
import { COMMON_WORD, RARE_WORD } from './texts.ts'

const CONNECTIONS = [1, 8] as const

export interface Target {
  readonly name: string
  readonly server: ServerProcess
  readonly headers?: Readonly<Record<string, string>>
}

const pages = (jobs: number): Readonly<Record<string, string>> => ({
  'first 20': '/v2/pre-recorded',
  'limit=1': '/v2/pre-recorded?limit=1',
  'status=error': '/v2/pre-recorded?status=error',
  'one day': `/v2/pre-recorded?date=${ORDINARY_DATE}`,
  'one day, 30 % of the jobs': `/v2/pre-recorded?date=${BURST_DATE}`,
  'metadata, one match': `/v2/transcription?custom_metadata[order]=${orderOf(Math.floor(jobs / 3))}`,
  'metadata, 100 matches': `/v2/transcription?custom_metadata[user]=${userOf(7, jobs)}`,
  'metadata, half of the jobs': '/v2/transcription?custom_metadata[plan]=pro',
  'offset 50 %': `/v2/transcription?offset=${jobs / 2}`,
  'words, 1 job in 64': `/v2/pre-recorded?q=${RARE_WORD}`,
  'words, every job': `/v2/pre-recorded?q=${COMMON_WORD}`,
})

/**
 * A table of the median milliseconds of each page, not requested before, on each target, with one and with several
 * connections.
 * @param ours the target whose times with one connection are compared with those of `plain`
 * @param milliseconds on each target, with each number of connections
 * @throws if a target fails, or responds with different jobs
 */
export async function baselineTable(
  ours: readonly Target[],
  plain: Target,
  others: readonly Target[],
  jobs: number,
  milliseconds: number,
): Promise<string> {
  const { rounds, roundMs } = roundsIn(milliseconds)
  const targets = [...ours, plain, ...others]
  const rows: string[][] = []
  let turn = 0
  const measured = async (name: string, path: string, isNew: boolean) => {
    process.stderr.write(`\r${name.padEnd(40)}`)
    const expected = await sameAnswers(targets, path)
    const loads = CONNECTIONS.flatMap((connections) =>
      targets.map((target, i) => ({ target, connections, expected: expected[i]!, times: [] as number[] })),
    )
    for (let round = 0; round <= rounds; round++) {
      for (const { target, connections, expected: answer, times } of loads) {
        const next = () => {
          const fresh = `${path}${path.includes('?') ? '&' : '?'}turn=${turn++}`
          return requestText(`${target.server.url}${isNew ? fresh : path}`, headersOf(target))
        }
        const some = await timesOf(target.server.url, next, answer, connections, roundMs)
        // The first round is a warm-up.
        if (round > 0) times.push(...some)
      }
    }
    const medians = loads.map(({ times }) => quantile(times, 0.5))
    const [alone, together] = [medians.slice(0, targets.length), medians.slice(targets.length)]
    const ratios = ours.map((_, i) => (alone[i]! / alone[ours.length]!).toFixed(2))
    rows.push([name, ...alone.map((ms) => ms.toFixed(2)), ...ratios, ...together.map((ms) => ms.toFixed(2))])
  }
  for (const [name, path] of Object.entries(pages(jobs))) await measured(name, path, true)
  await measured('first 20, again', '/v2/pre-recorded', false)
  await measured('limit=1, again', '/v2/pre-recorded?limit=1', false)
  process.stderr.write('\r')
  const [alone, together] = CONNECTIONS.map((count) => targets.map(({ name }) => `${name} × ${count}`))
  const ratios = ours.map(({ name }) => `${name} / ${plain.name}`)
  return table(['page', ...alone!, ...ratios, ...together!], rows)
}

const headersOf = ({ headers = {} }: Target) => ({ ...KEY_HEADERS, ...headers })

/** The response of each target. @throws if one is an error, or has different jobs or another total */
async function sameAnswers(targets: readonly Target[], path: string): Promise<Expected[]> {
  const answers = await Promise.all(
    targets.map(async (target) => {
      const { statusCode, headers, body } = await request(`${target.server.url}${path}`, {
        headers: headersOf(target),
      })
      const text = await body.text()
      assert.equal(statusCode, 200, `${target.name}, ${path}: ${statusCode} ${text.slice(0, 200)}`)
      const total = headers['x-total-count'] ?? null
      return {
        name: target.name,
        total,
        items: (JSON.parse(text) as Page).items,
        bytes: Buffer.byteLength(text),
      }
    }),
  )
  const [first] = answers
  const totals = new Set(answers.map(({ total }) => total).filter((total) => total !== null))
  assert.ok(totals.size <= 1, `${path}: totals ${[...totals].join(', ')}`)
  for (const { name, items } of answers) assert.deepEqual(items, first?.items, `${name}, ${path}: other jobs`)
  assert.ok(first !== undefined && first.items.length > 0, `${path}: no jobs`)
  return answers.map(({ bytes }) => ({ status: 200, bytes }))
}

interface Page {
  readonly items: readonly object[]
}

/** The milliseconds of requests that are sent one after another on each of several connections. */
async function timesOf(
  url: string,
  next: () => Buffer,
  expected: Expected,
  connections: number,
  milliseconds: number,
): Promise<number[]> {
  const times: number[] = []
  const opened = await Promise.all(Array.from({ length: connections }, async () => Connection.open(url)))
  const end = performance.now() + milliseconds
  await Promise.all(
    opened.map(async (connection) => {
      let sent = performance.now()
      // At least one request per connection, however late it begins on a busy machine.
      do {
        await connection.send(next(), expected)
        const now = performance.now()
        times.push(now - sent)
        sent = now
      } while (sent < end)
      connection.close()
    }),
  )
  return times
}
