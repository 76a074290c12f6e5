/**
 * Benchmark of the console: `npm run bench:console -- --jobs 10000`.
 *
 * Seeds a SQLite database, adds a long transcript with audio, runs the service on it in a separate process, and measures
 * the pages in Chromium on the same machine.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../test/support/browser.ts'
import { assetSizes } from './console/asset-sizes.ts'
import { measureList } from './console/list.ts'
import {
  addLongTranscript,
  UTTERANCES,
  UTTERANCES_OF_TEN_HOURS,
  WORDS_EACH,
} from './console/long-transcript.ts'
import { measureOpening, measureTranscript } from './console/transcript.ts'
import { KEY_HEADERS, startService } from './list/processes.ts'
import { seed } from './list/seed.ts'
import { table } from './list/table.ts'

const { values: flags } = parseArgs({
  options: {
    /** Jobs of the account; a multiple of 100. */
    jobs: { type: 'string', default: '10000' },
    /** Folder of the database, which is kept for the next run. */
    keep: { type: 'string' },
  },
})
const jobs = Number(flags.jobs)

const dataDir = flags.keep ?? mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
mkdirSync(dataDir, { recursive: true })
const place = { dataDir, databaseUrl: null }
await seed(place, jobs)
const jobId = await addLongTranscript(place, UTTERANCES)
const tenHours = await addLongTranscript(place, UTTERANCES_OF_TEN_HOURS)
const service = await startService(place)
const browser = await launchBrowser()
try {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  page.setDefaultTimeout(120_000)
  const figures = [
    ...(await assetSizes(service.url)),
    ...(await measureList(page, service.url, KEY_HEADERS['x-service-key'])),
    ...(await measureTranscript(page, service.url, jobId)),
    ...(await measureOpening(page, service.url, tenHours, { what: 'transcript of ten hours', most: 2000 })),
  ]
  const rows = figures.map(({ what, measured, digits = 0, wanted }) => [
    what,
    measured.toFixed(digits),
    wanted === undefined ? '' : `${wanted.least === undefined ? '≤' : '≥'} ${wanted.least ?? wanted.most}`,
    wanted === undefined ? '' : isMet(measured, wanted) ? 'PASS' : 'FAIL',
  ])
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, Chromium ${browser.version()}`
  process.stdout.write(
    `${jobs} jobs, a transcript of ${UTTERANCES * WORDS_EACH} words in ${UTTERANCES} utterances; ${machine}\n\n` +
      `${table(['console', 'measured', 'wanted', ''], rows)}\n`,
  )
} finally {
  await browser.close()
  await service.stop()
  if (flags.keep === undefined) rmSync(dataDir, { recursive: true, force: true })
}

function isMet(measured: number, { least = -Infinity, most = Infinity }: { least?: number; most?: number }) {
  return measured >= least && measured <= most
}
