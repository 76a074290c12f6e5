/**
 * Benchmark of `scriptorium move`: `npm run bench:move -- --jobs 1000000 --long 10000`.
 *
 * Fills SQLite with transcripts, and moves them with the command to a temporary PostgreSQL server on the same machine.
 * What the command prints about its last part is how long the service would have been read-only.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { searchWords } from '../src/contract/search-words.ts'
import { bucketOf } from '../src/jobs/bucket.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import { checkStore } from '../src/store/check/check-store.ts'
import { database } from '../src/store/configured-database.ts'
import { openTestStore, TEST_SECRET_KEY } from '../src/store/testing/open-test-store.ts'
import { throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { randomFrom } from '../test/support/random.ts'

const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    long: { type: 'string', default: '0' },
    bytes: { type: 'string', default: '2000' },
  },
})
const [jobs, long, bytes] = [Number(flags.jobs), Number(flags.long), Number(flags.bytes)]
if (!(jobs > 0 && long <= jobs && bytes >= 500)) {
  process.stderr.write(`npm run bench:move -- [flags]
  --jobs N    jobs to move (10000)
  --long N    of them with a result of ten times the bytes (0)
  --bytes N   of each result, at least 500 (2000)
`)
  process.exit(1)
}

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const BATCH = 1_000
const BEGIN = Date.UTC(2026, 0, 1)
/** The number of distinct words. */
const WORDS = 20_000
/** Milliseconds between two measurements of the command's memory. */
const LOOK_MS = 100

const dataDir = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
const server = await throwawayPostgres()
if (!('url' in server)) throw new Error(`PostgreSQL cannot be started: ${server.missing}`)
try {
  await fill()
  process.stdout.write(`${jobs} jobs of ${bytes} bytes, ${long} of them of ${bytes * 10}, load ${load()}\n`)
  const began = performance.now()
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [MAIN, 'move', '--to', server.url], {
    env: { PATH, DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET_KEY },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let memory = 0
  const looks = setInterval(() => (memory = Math.max(memory, peak(child.pid))), LOOK_MS)
  await once(child, 'exit')
  clearInterval(looks)
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(
    `${seconds.toFixed(1)} s, ${Math.round(jobs / seconds)} jobs/s, ${memory} MB at most, load ${load()}\n`,
  )
  process.exitCode = child.exitCode ?? 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? ''
}

/** The peak memory of a process, in megabytes; 0 once it has ended. */
function peak(pid: number | undefined): number {
  try {
    const kilobytes = /VmHWM:\s+(?<size>\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.groups?.[
      'size'
    ]
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Stores finished jobs with their words, and repairs the counters. */
async function fill(): Promise<void> {
  const dialect = database({ dataDir, databaseUrl: null })
  const store = await openTestStore(dialect)
  const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
  const rng = randomFrom(1)
  const word = () => `word${Math.floor(rng() ** 3 * WORDS)}`
  for (let first = 1; first <= jobs; first += BATCH)
    await dialect.db.transaction().execute(async (trx) => {
      const ordinals = Array.from({ length: Math.min(BATCH, jobs - first + 1) }, (_, i) => first + i)
      const texts = ordinals.map((ordinal) => {
        const isLong = Math.floor((ordinal * long) / jobs) > Math.floor(((ordinal - 1) * long) / jobs)
        let text = word()
        while (text.length < ((isLong ? 10 * bytes : bytes) - 300) / 2) text += ` ${word()}`
        return text
      })
      await trx
        .insertInto('jobs')
        .values(
          ordinals.map((ordinal) => ({
            id: `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`,
            account,
            ordinal,
            bucket: bucketOf('pre-recorded', 'done'),
            created_at: BEGIN + ordinal,
            completed_at: BEGIN + ordinal,
            post_session_metadata: '{}',
            request_params: '{}',
            change: ordinal,
          })),
        )
        .execute()
      await trx
        .insertInto('job_results')
        .values(ordinals.map((ordinal, i) => ({ account, ordinal, result: resultOf(texts[i] ?? '') })))
        .execute()
      await dialect.words.addAll(
        trx,
        ordinals.map((ordinal, i) => ({ account, ordinal, words: searchWords(texts[i] ?? '') })),
      )
      await trx
        .updateTable('accounts')
        .set({ last_ordinal: first + ordinals.length - 1, last_created_at: BEGIN + jobs })
        .execute()
    })
  for await (const { isRepaired, check, fault } of checkStore({ dialect, files: null, repair: dialect }))
    if (!isRepaired) throw new Error(`${check}: ${fault}`)
  await store.close()
}

function resultOf(text: string): string {
  const utterance = { start: 0, end: 1, confidence: 1, channel: 0, words: [], text, language: 'en' }
  const metadata = {
    audio_duration: 0,
    number_of_distinct_channels: 1,
    billing_time: 0,
    transcription_time: 0,
    unrecognised_speech: [],
  }
  return JSON.stringify({
    metadata,
    transcription: { full_transcript: text, languages: ['en'], utterances: [utterance] },
  })
}
