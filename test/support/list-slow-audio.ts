/** Audio that ends when the test says so, and its jobs with it. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A server of endless audio: the test decides when a job ends. */
export interface SlowAudio {
  /** The URL of separate audio. */
  url(name: string): string
  /** Aborts the audio: pending and later requests fail. */
  breakOff(name: string): void
  close(): Promise<void>
}

/** Often enough that the connection does not count as dead. */
const BYTE_EVERY_MS = 5_000

export async function serveSlowAudio(): Promise<SlowAudio> {
  const open = new Map<string, ServerResponse>()
  const brokenOff = new Set<string>()
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    if (brokenOff.has(name)) return void response.destroy()
    open.set(name, response)
    response.writeHead(200, { 'content-type': 'audio/wav' }).write('R')
    const timer = setInterval(() => response.write('R'), BYTE_EVERY_MS)
    response.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    url: (name) => `http://127.0.0.1:${address.port}/${encodeURIComponent(name)}`,
    breakOff: (name) => {
      brokenOff.add(name)
      open.get(name)?.destroy()
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
