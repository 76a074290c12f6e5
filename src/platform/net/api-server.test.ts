import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { ApiFailure } from './api-failure.ts'
import { ApiServer } from './api-server.ts'
import { listenHttp } from './testing/loopback-server.ts'

test('a key or password that a server rejects and repeats does not get into the log', async (t) => {
  const { port } = await listenHttp(t, ({ headers: { authorization = '' } }, response) => {
    const said = [authorization, Buffer.from(authorization.slice(6), 'base64').toString()]
    response.writeHead(401).end(`Not allowed: ${said.join(', ')}`)
  })
  const limits = { timeoutSeconds: 10, maxResponseBytes: 10_000 }
  for (const [options, shown] of [
    [{ url: `http://127.0.0.1:${port}/v1`, apiKey: 'sk-secret' }, 'Bearer ***, '],
    [{ url: `http://me:p%40ss@127.0.0.1:${port}/v1`, apiKey: null }, 'Basic ***, me:***'],
  ] as const) {
    const server = new ApiServer({ ...limits, ...options })
    await assert.rejects(server.send({ path: '/models' }, z.json(), undefined), (error) => {
      assert.ok(error instanceof ApiFailure)
      assert.ok(error.message.startsWith(`HTTP 401: Not allowed: ${shown}`), error.message)
      return true
    })
  }
})
