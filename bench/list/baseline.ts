/** The pages of the service on both databases beside those of the plain server, measured in turns. */
import { Connection, requestText } from './connection.ts'
import { BURST_DATE, ORDINARY_DATE, orderOf, userOf } from './dataset.ts'
import { quantile } from './measure.ts'
import { KEY_HEADERS, type ServerProcess } from './processes.ts'
import { table } from './table.ts'
import { COMMON_WORD, RARE_WORD } from './texts.ts'

const ROUNDS = 5
/** Milliseconds of a round on one target with a number of connections. */
const ROUND = 100
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

/** A table of the median milliseconds of each page, not requested before, on each target, with one connection and with several. */
export async function baselineTable(targets: readonly Target[], jobs: number): Promise<string> {
  const rows: string[][] = []
  let turn = 0
  const measured = async (name: string, path: (turn: number) => string) => {
    process.stderr.write(`\r${name.padEnd(40)}`)
    const loads = CONNECTIONS.flatMap((connections) =>
      targets.map((target) => ({ target, connections, times: [] as number[] })),
    )
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { target, connections, times } of loads) {
        const { server, headers = {} } = target
        const next = () => requestText(`${server.url}${path(turn++)}`, { ...KEY_HEADERS, ...headers })
        const some = await timesOf(server.url, next, connections)
        // The first round is a warm-up.
        if (round > 0) times.push(...some)
      }
    }
    rows.push([name, ...loads.map(({ times }) => quantile(times, 0.5).toFixed(2))])
  }
  for (const [name, path] of Object.entries(pages(jobs)))
    await measured(name, (n) => `${path}${path.includes('?') ? '&' : '?'}turn=${n}`)
  await measured('first 20, again', () => '/v2/pre-recorded')
  await measured('limit=1, again', () => '/v2/pre-recorded?limit=1')
  process.stderr.write('\r')
  const head = CONNECTIONS.flatMap((connections) => targets.map(({ name }) => `${name} × ${connections}`))
  return table(['page', ...head], rows)
}

/** The milliseconds of requests sent one after the other on each of some connections. */
async function timesOf(url: string, next: () => Buffer, connections: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ROUND
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await Connection.open(url)
      for (let sent = performance.now(); sent < end;) {
        await connection.send(next())
        const now = performance.now()
        times.push(now - sent)
        sent = now
      }
      connection.close()
    }),
  )
  return times
}
