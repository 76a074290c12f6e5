/** Audio of which a test decides when it ends, and with it the jobs that are about it. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A host of audio that goes on for ever, so that a test decides when a job about it ends. */
export interface SlowAudio {
  /** URL of an audio that no other job has. */
  url(name: string): string
  /** Breaks the audio off: whoever fetches it, now or later, fails. */
  breakOff(name: string): void
  close(): Promise<void>
}

/** Often enough that whoever fetches it does not take the connection for dead. */
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
