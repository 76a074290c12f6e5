/** Measures a single job of the service through its API. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PreRecordedJob } from '../../src/contract/job.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'
import { writeWav } from '../../src/speech/testing/wav-file.ts'
import { Client } from '../../test/support/client.ts'
import { cpuSeconds, descendantsOf, residentMegabytes } from '../../test/support/process-table.ts'
import { KEY_HEADERS, startService } from '../list/processes.ts'
import type { Measured } from './measured.ts'

/**
 * Milliseconds between two checks of the job and the memory. Each takes some 10 ms of the cores that the job should have
 * to itself.
 */
const LOOK_MS = 1000

/** The first job of a service, which starts the recogniser, and the second. */
export interface ServiceJobs {
  readonly first: Measured
  readonly second: Measured
}

export async function measureService(
  folder: string,
  language: LanguageCode,
  samples: Float32Array,
): Promise<ServiceJobs> {
  const dataDir = join(folder, `data-${language}`)
  mkdirSync(dataDir)
  const file = join(folder, `${language}.wav`)
  writeWav(file, samples)
  const service = await startService({ dataDir, databaseUrl: null })
  try {
    const client = await Client.of({ url: service.url, key: KEY_HEADERS['x-service-key'] })
    const { audio_url } = await client.upload(Buffer.from(readFileSync(file)))
    const job = async () =>
      measureJob(client, service.pid, { audio_url, language_config: { languages: [language] } })
    return { first: await job(), second: await job() }
  } finally {
    await service.stop()
  }
}

/**
 * Measures the time from the creation of a job to its end, and the processor time and memory of the service and its
 * children.
 */
async function measureJob(client: Client, pid: number, request: object): Promise<Measured> {
  const sum = (of: (pid: number) => number) =>
    [pid, ...descendantsOf(pid).map((child) => child.pid)].reduce((all, one) => all + ofLiving(of, one), 0)
  const cpuBefore = sum(cpuSeconds)
  const id = await client.create(request)
  let megabytes = 0
  let job: PreRecordedJob
  do {
    await delay(LOOK_MS)
    megabytes = Math.max(megabytes, sum(residentMegabytes))
    job = await client.job(id)
  } while (job.completed_at === null)
  if (job.result === null) throw new Error('the job failed')
  const text = job.result.transcription?.full_transcript ?? ''
  const seconds = (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000
  return { text, seconds, cpuSeconds: sum(cpuSeconds) - cpuBefore, megabytes }
}

/** Returns 0 for a process that has ended since the processes were listed (such as a decoder), as for a zombie. */
function ofLiving(of: (pid: number) => number, pid: number): number {
  try {
    return of(pid) || 0
  } catch {
    return 0
  }
}
