/** Measures one page with all jobs: its speed, and its effect on the service in the meantime. */
import { request } from 'undici'
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from './measure.ts'
import { KEY_HEADERS, type ServerProcess } from './processes.ts'

export interface LongPage {
  readonly jobs: number
  readonly megabytes: number
  readonly seconds: number
  /** Peak memory above that of the idle service, in megabytes, including caches that the page fills. */
  readonly above: number
  /** Longest block of the event loop, in milliseconds. */
  readonly longestBlock: number
  /** Of concurrent requests to /health, in milliseconds. */
  readonly healthP95: number
}

/** Occurs exactly once per job on a page, because quotes in texts are escaped. */
const JOB = '"request_id":'

/** How many jobs have their marker in a chunk, or across its beginning. */
function jobsIn(chunk: Buffer, before: string): number {
  const seam = before + chunk.toString('latin1', 0, JOB.length - 1)
  let count = seam.includes(JOB) ? 1 : 0
  for (let at = chunk.indexOf(JOB); at !== -1; at = chunk.indexOf(JOB, at + JOB.length)) count++
  return count
}

/** @param service just started */
export async function measureLongPage(service: ServerProcess, jobs: number): Promise<LongPage> {
  const first = await request(`${service.url}/v2/transcription`, { headers: KEY_HEADERS })
  await first.body.dump()
  if (first.statusCode !== 200) throw new Error(`the first page was answered with ${first.statusCode}`)
  const idle = service.memory().now
  service.resetPeak()
  await service.longestBlock()
  const began = performance.now()
  const { body, statusCode } = await request(`${service.url}/v2/transcription?limit=${jobs}`, {
    headers: KEY_HEADERS,
    bodyTimeout: 0,
  })
  const over = new AbortController()
  const health = healthTimes(service.url, over.signal)
  let bytes = 0
  let found = 0
  let tail = ''
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    found += jobsIn(chunk, tail)
    tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - JOB.length + 1))).slice(1 - JOB.length)
  }
  const seconds = (performance.now() - began) / 1000
  over.abort()
  if (statusCode !== 200 || found !== jobs || !tail.endsWith(']}'))
    throw new Error(`a page of ${jobs} jobs: ${statusCode}, ${found} jobs, the end ${tail}`)
  return {
    jobs,
    megabytes: bytes / 1e6,
    seconds,
    above: service.memory().peak - idle,
    longestBlock: await service.longestBlock(),
    healthP95: quantile(await health, 0.95),
  }
}

/** Durations of requests that do not touch the lists, sent one after another until the signal aborts. */
async function healthTimes(url: string, until: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!until.aborted) {
    const sent = performance.now()
    const { statusCode, body } = await request(`${url}/health`)
    await body.dump()
    if (statusCode !== 200) throw new Error(`/health: ${statusCode}`)
    times.push(performance.now() - sent)
    await delay(10)
  }
  return times
}
