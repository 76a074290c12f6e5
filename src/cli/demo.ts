/**
 * `npm run demo`: the service on a throwaway folder, the sample sent through it as a client would, what comes out of it
 * printed. Goes on serving until Ctrl-C, or ends at once with `--once`.
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

const SAMPLE = fileURLToPath(new URL('../../samples/welcome.wav', import.meta.url))
const KEY = 'demo'
const once = process.argv.includes('--once')

const dataDir = await mkdtemp(join(tmpdir(), 'scriptorium-demo-'))
const port = process.env['PORT'] ?? (once ? '0' : '8080')
// Nothing else of the environment: a database that is configured there is somebody's own.
const { PATH, FFMPEG_PATH } = process.env
const config = readConfig({ PATH, FFMPEG_PATH, DATA_DIR: dataDir, SERVICE_KEY: KEY, PORT: port })
const service = await startService(config, pino({ level: 'warn' }))
try {
  say(`Scriptorium serves at ${service.url}, with the key "${KEY}" and a throwaway folder.`)

  say(`\nUploading samples/${basename(SAMPLE)} …`)
  const form = new FormData()
  form.append('audio', await openAsBlob(SAMPLE), basename(SAMPLE))
  const upload = await call<Upload>('/v2/upload', { method: 'POST', body: form })

  say('Transcribing it …')
  const { id } = await call<{ id: string }>('/v2/pre-recorded', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ audio_url: upload.audio_url, custom_metadata: { tour: 'demo' } }),
  })
  const job = await ended(id)
  if (job.result === null) throw new Error(`the job ended in an error ${job.error_code}`)
  say(`\n  ${job.result.transcription?.full_transcript}\n`)

  say('The list of jobs, GET /v2/pre-recorded?limit=1, now holds it:')
  say(JSON.stringify(await call('/v2/pre-recorded?limit=1'), null, 2))

  if (!once) {
    say(`\nIts API is described at ${service.url}/docs. Try it, or stop it with Ctrl-C:`)
    say(`  curl -H 'x-service-key: ${KEY}' '${service.url}/v2/pre-recorded'`)
    await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
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

async function ended(id: string): Promise<PreRecordedJob> {
  for (;;) {
    const job = await call<PreRecordedJob>(`/v2/pre-recorded/${id}`)
    if (job.status === 'done' || job.status === 'error') return job
    await delay(200)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
