/**
 * Forked by `bench/callbacks.ts`: callback endpoints, some of which accept every connection and never respond. Sends
 * their ports at once; on request, sends when each `webhook-id` first arrived, and how large its body was.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [living = 0, dead = 0] = process.argv.slice(2).map(Number)
const arrivals = new Map<string, { at: number; bytes: number }>()

async function listen(isDead: boolean): Promise<number> {
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    const arrival = { at: Date.now(), bytes: 0 }
    if (!isDead && !arrivals.has(id)) arrivals.set(id, arrival)
    request.on('data', (part: Buffer) => (arrival.bytes += part.length))
    request.once('end', () => {
      if (!isDead) response.writeHead(204).end()
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

const ports = await Promise.all(Array.from({ length: living + dead }, async (_, i) => listen(i >= living)))
process.on('message', (asked) => {
  process.send?.(asked === 'count' ? arrivals.size : [...arrivals])
})
process.send?.(ports)
