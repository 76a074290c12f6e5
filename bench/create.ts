/**
 * Benchmark of creating jobs: `npm run bench:create -- --store postgres --writers 64 --accounts 8`.
 *
 * Processes create jobs in an empty database, each with several concurrent requests; afterwards, the counters are
 * compared with the jobs. The processor time includes these processes, and PostgreSQL if it runs on this machine.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import { database } from '../src/store/configured-database.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { cpuSeconds, descendantsOf } from '../test/support/process-table.ts'
import type { StorePlace } from '../test/support/store-place.ts'
import { checkSums } from '../test/support/store-sums.ts'
import { freshDatabase, throwawayPostgres } from '../test/support/throwaway-postgres.ts'

const USAGE = `npm run bench:create -- [flags]
  --store sqlite|postgres   sqlite supports one process (sqlite)
  --processes 1
  --writers 64              jobs that each process creates at a time
  --accounts 1              shared by the writers
  --jobs 20000              jobs created per round by all processes together
  --rounds 3
`

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    processes: { type: 'string', default: '1' },
    writers: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    /** Set for a process that creates jobs: its store. */
    place: { type: 'string' },
  },
})
const { store } = flags
const [processes, writers, accounts, jobs, rounds] = [
  flags.processes,
  flags.writers,
  flags.accounts,
  flags.jobs,
  flags.rounds,
].map(Number) as [number, number, number, number, number]
const isUsable = [processes, writers, accounts, jobs, rounds].every((count) => count >= 1)
if (!isUsable || !(store === 'postgres' || (store === 'sqlite' && processes === 1))) {
  process.stderr.write(USAGE)
  process.exit(1)
}

/** Jobs created before the first round, per writer. */
const WARM_UP = 20

/** One round of a process: seconds of processor time. */
interface Round {
  readonly cpu: number
}

await (flags.place === undefined ? measureRounds() : createJobs(JSON.parse(flags.place) as StorePlace))

async function measureRounds(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
  const given = process.env['DATABASE_URL']
  const postgres = store === 'sqlite' ? null : given ? await freshDatabase(given) : await throwawayPostgres()
  if (postgres !== null && 'missing' in postgres) throw new Error(postgres.missing)
  const dialect = database({ dataDir, databaseUrl: postgres?.url ?? null })
  try {
    await (await openTestStore(dialect)).accounts.ensure('account 0')
    const place: StorePlace = { dataDir, databaseUrl: postgres?.url ?? null }
    const creators = Array.from({ length: processes }, () =>
      fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--place', JSON.stringify(place)]),
    )
    await Promise.all(creators.map(async (creator) => once(creator, 'message')))
    process.stdout.write(
      '| store    | processes | writers | accounts | jobs/s | ms of Node/job | ms of PostgreSQL/job |\n' +
        '| -------- | --------: | ------: | -------: | -----: | -------------: | -------------------: |\n',
    )
    for (let i = 0; i < rounds; i++) process.stdout.write(await measureRound(creators))
    const ended = creators.map(async (creator) => once(creator, 'exit') as Promise<[code: number | null]>)
    for (const creator of creators) creator.disconnect()
    for (const [code] of await Promise.all(ended))
      if (code !== 0) throw new Error(`a process that creates jobs ended with ${String(code)}`)
    await checkSums(dialect.db)
    const { count } = await dialect.db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const expected = processes * (WARM_UP * writers + rounds * Math.floor(jobs / processes))
    if (count !== expected) throw new Error(`${count} jobs were created instead of ${expected}`)
  } finally {
    await dialect.db.destroy()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @returns a row of the table */
async function measureRound(creators: readonly ChildProcess[]): Promise<string> {
  const [serverBefore, began] = [serverSeconds(), performance.now()]
  const cpu = await Promise.all(
    creators.map(async (creator) => {
      const answer = once(creator, 'message') as Promise<[Round]>
      creator.send('go')
      return (await answer)[0].cpu
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const server = serverSeconds() - serverBefore
  const own = cpu.reduce((sum, one) => sum + one, 0)
  const cells = [
    store.padEnd(8),
    `${processes}`.padStart(9),
    `${writers}`.padStart(7),
    `${accounts}`.padStart(8),
    (jobs / seconds).toFixed(0).padStart(6),
    ((1000 * own) / jobs).toFixed(2).padStart(14),
    (server === 0 ? '' : ((1000 * server) / jobs).toFixed(2)).padStart(20),
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** The processor time of the PostgreSQL server that this process started. */
function serverSeconds(): number {
  return descendantsOf(process.pid)
    .filter(({ name }) => name === 'postgres')
    .reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
}

/** Creates jobs whenever the parent sends a message, until it disconnects. */
async function createJobs(place: StorePlace): Promise<void> {
  const opened = await openTestStore(database(place))
  const ids: number[] = []
  for (let i = 0; i < accounts; i++) ids.push(await opened.accounts.ensure(`account ${i}`))
  const requestParams = preRecordedParamsOf(
    preRecordedRequest.parse({ audio_url: 'https://media.example.com/calls/1.mp3' }),
  )
  let created = 0
  const create = async (count: number) => {
    const end = created + count
    const writer = async (_: unknown, number: number) => {
      while (created < end) {
        const i = created++
        const plan = i % 2 === 0 ? 'free' : 'pro'
        const customMetadata = { order: `order-${process.pid}-${i}`, user: `user-${i % 100}`, plan }
        const job = { kind: 'pre-recorded', customMetadata, requestParams, fileId: null } as const
        await opened.jobs.create(ids[number % accounts]!, job)
      }
    }
    await Promise.all(Array.from({ length: writers }, writer))
  }
  await create(WARM_UP * writers)
  const share = Math.floor(jobs / processes)
  process.on('message', () => {
    const before = process.cpuUsage()
    void create(share).then(() => {
      const { user, system } = process.cpuUsage(before)
      process.send?.({ cpu: (user + system) / 1e6 } satisfies Round)
    })
  })
  process.once('disconnect', () => void opened.close())
  process.send?.('ready')
}
