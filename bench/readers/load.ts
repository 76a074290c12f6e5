/** The thread that reads for `bench/readers.ts`: one request per client, all at once. */
import { parentPort, workerData } from 'node:worker_threads'
import { Agent, request } from 'undici'
import { KEY_HEADERS } from '../list/processes.ts'

export interface Reading {
  readonly url: string
  readonly readers: number
  /** Bytes of the response. */
  readonly size: number
}

/** How many requests were answered, and how many were told to try again later. */
export interface HaveRead {
  readonly answered: number
  readonly refused: number
}

const { url, readers, size } = workerData as Reading
const agent = new Agent({ connections: readers, headersTimeout: 600_000, bodyTimeout: 600_000 })
const statuses = await Promise.all(Array.from({ length: readers }, read))
await agent.close()
const answered = statuses.filter((status) => status === 200).length
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
parentPort?.postMessage({ answered, refused: readers - answered } satisfies HaveRead)

async function read(): Promise<number> {
  const { statusCode, headers, body } = await request(url, { headers: KEY_HEADERS, dispatcher: agent })
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  const isRefused = statusCode === 503 && headers['retry-after'] !== undefined
  if (!isRefused && (statusCode !== 200 || bytes !== size))
    throw new Error(`${url}: ${statusCode} with ${bytes} bytes instead of 200 with ${size}`)
  return statusCode
}
