/** Which requests are ended because their body stops arriving. Uses real sockets, since the kernel buffers megabytes. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fastify } from 'fastify'
import { limitBodyTime } from './body-pace.ts'

const SECONDS = 0.1
/** More than the kernel buffers for a service that does not read. */
const LARGE = Buffer.alloc(20e6)

/** Sends a body to a service that begins to read it after a delay. @returns the status of the response */
async function sent(t: TestContext, length: number, readAfterMs: number): Promise<number | undefined> {
  const app = fastify({ bodyLimit: LARGE.length })
  limitBodyTime(app, SECONDS, new AbortController().signal)
  app.addContentTypeParser('*', async (_request: unknown, body: NodeJS.ReadableStream) => {
    await delay(readAfterMs)
    return buffer(body)
  })
  app.post('/', async ({ body }) => (body as Buffer).length)
  t.after(() => app.server.closeAllConnections())
  t.after(async () => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'content-type': 'audio/wav', 'content-length': length }
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
    sending.on('error', reject).write(LARGE.subarray(0, length - 1))
    if (length === LARGE.length) sending.end(LARGE.subarray(-1))
  })
}

test('a request whose body stops arriving is ended', async (t) => {
  assert.equal(await sent(t, 1_000, 0), 408)
})

test('a request is not ended while the service itself is slow to read its body', async (t) => {
  assert.equal(await sent(t, LARGE.length, 5_000 * SECONDS), 200)
})

test('a request of the process to itself is left alone, even during a shutdown', async (t) => {
  const drain = new AbortController()
  const app = fastify()
  t.after(async () => app.close())
  limitBodyTime(app, SECONDS, drain.signal)
  app.post('/', async ({ body }) => {
    // A fault in this listener ends the process.
    const fault = new Promise((resolve) => process.once('uncaughtException', resolve))
    drain.abort()
    return (await Promise.race([fault, delay(0)])) ?? body
  })
  assert.deepEqual((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).json(), { a: 1 })
})
