/**
 * `npm run demo`: starts the service on a temporary folder, transcribes the sample through the API and prints the results.
 * It then serves until Ctrl-C; with `--once` it stops.
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import type { PreRecordedJob } from '../contract/job.ts'
import type { Upload } from '../contract/upload.ts'
import { startService } from '../service.ts'
import { reportOperatorError } from './operator-error.ts'

const SAMPLE = fileURLToPath(new URL('../../samples/welcome.wav', import.meta.url))
const KEY = 'demo-key'
const once = process.argv.includes('--once')

const dataDir = await mkdtemp(join(tmpdir(), 'scriptorium-demo-'))
const port = process.env['PORT'] ?? (once ? '0' : '8080')
// Nothing else from the environment, such as the database of a real installation.
const { PATH, FFMPEG_PATH } = process.env
const config = readConfig({ PATH, FFMPEG_PATH, DATA_DIR: dataDir, SERVICE_KEY: KEY, PORT: port })
const service = await startService(config, pino({ level: 'warn' })).catch(async (error: unknown) => {
  await rm(dataDir, { recursive: true, force: true })
  reportOperatorError(error)
  process.exit()
})
try {
  print(`Scriptorium is running at ${service.url} with the key "${KEY}", on a temporary folder.`)

  print(`\nUploading samples/${basename(SAMPLE)} …`)
  const form = new FormData()
  form.append('audio', await openAsBlob(SAMPLE), basename(SAMPLE))
  const upload = await call<Upload>('/v2/upload', { method: 'POST', body: form })

  print('Transcribing …')
  const { id } = await call<{ id: string }>('/v2/pre-recorded', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ audio_url: upload.audio_url, custom_metadata: { tour: 'demo' } }),
  })
  const job = await jobEnd(id)
  if (job.result === null) throw new Error(`The job failed with error ${job.error_code}`)
  print(`\n  ${job.result.transcription?.full_transcript}\n`)

  print('The list of jobs, GET /v2/pre-recorded?limit=1, now contains it:')
  print(JSON.stringify(await call('/v2/pre-recorded?limit=1'), null, 2))

  if (!once) {
    print(`\nOpen ${service.url} in a browser, and sign in with the key "${KEY}".`)
    print(`\nThe API is documented at ${service.url}/docs. Try it, or stop with Ctrl-C:`)
    print(`  curl -H 'x-service-key: ${KEY}' '${service.url}/v2/pre-recorded'`)
    await new Promise((resolve) => process.on('SIGINT', resolve).on('SIGTERM', resolve))
  }
} finally {
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers)
  headers.set('x-service-key', KEY)
  const response = await fetch(`${service.url}${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

async function jobEnd(id: string): Promise<PreRecordedJob> {
  for (;;) {
    const job = await call<PreRecordedJob>(`/v2/pre-recorded/${id}`)
    if (job.status === 'done' || job.status === 'error') return job
    await delay(200)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
