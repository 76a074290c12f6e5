/**
 * `npm run demo`: starts the service in a temporary folder, transcribes the sample through the API, and prints where everything is.
 * Then it serves until Ctrl-C, or stops with `--once`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pino } from 'pino'
import { Scriptorium } from '../../clients/typescript/src/index.ts'
import { openFile } from '../../clients/typescript/src/node.ts'
import { SAMPLE } from '../audio/sample.ts'
import { readConfig } from '../service/config.ts'
import { API_PORT } from '../service/config/http.ts'
import { isPortFree } from '../platform/net/free-port.ts'
import { startService } from '../service/service.ts'
import { reportOperatorError } from './operator-error.ts'

const KEY = 'demo-key'
const HOST = '127.0.0.1'
const once = process.argv.includes('--once')

const dataDir = await mkdtemp(join(tmpdir(), 'scriptorium-demo-'))
const port = process.env['PORT'] ?? ((await isPortFree(API_PORT, HOST)) ? String(API_PORT) : '0')
// Nothing else of the environment is passed on, such as the database of a real installation.
const { PATH, FFMPEG_PATH } = process.env
const config = readConfig({ PATH, FFMPEG_PATH, DATA_DIR: dataDir, SERVICE_KEY: KEY, HOST, PORT: port })
const service = await startService(config, pino({ level: 'warn' })).catch(async (error: unknown) => {
  await rm(dataDir, { recursive: true, force: true })
  reportOperatorError(error)
  process.exit()
})
const stopped = new Promise((resolve) => process.on('SIGINT', resolve).on('SIGTERM', resolve))
try {
  await Promise.race([tour(), stopped])
  if (!once) await stopped
} finally {
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function tour(): Promise<void> {
  print(`Transcribing ${relative(process.cwd(), SAMPLE)} …`)
  const client = new Scriptorium({ url: service.url ?? '', key: KEY })
  const { id, result } = await client.transcribe(await openFile(SAMPLE), {
    custom_metadata: { tour: 'demo' },
  })
  if (!once) {
    print(`
Console  ${await service.inviteFirstAdmin()}
         or ${service.url}/console with the key ${KEY}
API      ${service.url}/docs
Try      curl -H 'x-service-key: ${KEY}' '${service.url}/v2/jobs/${id}'
Stop     Ctrl-C; everything is in a temporary folder`)
  }
  print(`\n${result.transcription?.full_transcript}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
