/** Measures how fast `/health` answers while something else keeps a service busy. */
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'

/** Milliseconds from one request to the next; each has its own connection. */
const INTERVAL = 20

/** The 99th percentile of the response times in milliseconds, and the number of requests. */
export interface Latency {
  readonly p99: number
  readonly requests: number
}

/** Sends requests until the returned function is called. */
export function probeHealth(url: string): () => Promise<Latency> {
  const pending: Promise<number>[] = []
  const timer = setInterval(() => void pending.push(latency(url)), INTERVAL)
  return async () => {
    clearInterval(timer)
    const sorted = (await Promise.all(pending)).toSorted((a, b) => a - b)
    return { p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN, requests: sorted.length }
  }
}

async function latency(url: string): Promise<number> {
  const began = performance.now()
  const request = httpRequest(`${url}/health`, { agent: false })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`/health answers ${response.statusCode}`)
  return performance.now() - began
}
