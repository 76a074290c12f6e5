/** deploy/haproxy.cfg: which requests it retries, and what it tells the nodes about their clients. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'
import { balanceLoad, NO_LOAD_BALANCER } from '../support/load-balancer.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const refuse: Answer = (_request, response) => void response.writeHead(503).end()

/** Two nodes that are ready until `isReady` says otherwise, and answer as the test says. */
async function twoNodes(t: TestContext, first: Answer, second: Answer) {
  const isReady = [true, true]
  /** The requests that each node has received, except for health checks. */
  const received: IncomingMessage[][] = [[], []]
  const urls = await Promise.all(
    [first, second].map(async (answer, i) => {
      const { port } = await listenHttp(t, (request, response) => {
        request.resume()
        if (request.url === '/ready') return void response.writeHead(isReady[i] ? 200 : 503).end()
        received[i]?.push(request)
        answer(request, response)
      })
      return `http://127.0.0.1:${port}`
    }),
  )
  return { isReady, received, ...(await balanceLoad(t, urls)) }
}

const post = async (url: string) => fetch(url, { method: 'POST', body: '{}' })

suite('the load balancer', { skip: NO_LOAD_BALANCER }, () => {
  test('retries requests that a draining node refuses, on the next node', async (t) => {
    const { url, received } = await twoNodes(t, refuse, (_request, response) => void response.end('done'))
    for (let i = 0; i < 4; i++) {
      const answer = await post(`${url}/v2/live`)
      assert.equal(answer.status, 200)
      assert.equal(await answer.text(), 'done')
    }
    assert.ok((received[0]?.length ?? 0) > 0, 'the node that refuses was asked')
    assert.equal(received[1]?.length, 4)
  })

  test('passes on the refusal if all nodes refuse', async (t) => {
    const { url } = await twoNodes(t, refuse, refuse)
    assert.equal((await post(`${url}/v2/live`)).status, 503)
  })

  test('never retries a request whose answer was lost', async (t) => {
    const lose: Answer = (request) => request.socket.destroy()
    const { url, received } = await twoNodes(t, lose, lose)
    assert.equal((await post(`${url}/v2/live`)).status, 502)
    assert.equal(received.flat().length, 1)
  })

  test('sends nothing to a node that is not ready', async (t) => {
    const done: Answer = (_request, response) => void response.end()
    const { url, sees, isReady, received } = await twoNodes(t, done, done)
    isReady[0] = false
    await sees(0, 'DOWN')
    for (let i = 0; i < 4; i++) assert.equal((await post(`${url}/v2/live`)).status, 200)
    assert.deepEqual(
      received.map(({ length }) => length),
      [0, 4],
    )
  })

  test('replaces what a client claims about its host and protocol', async (t) => {
    const done: Answer = (_request, response) => void response.end()
    const { url, received } = await twoNodes(t, done, done)
    const headers = { forwarded: 'host=evil', 'x-forwarded-host': 'evil', 'x-forwarded-proto': 'https' }
    await fetch(`${url}/v2/jobs`, { headers })
    const [request] = received.flat()
    assert.equal(request?.headers.forwarded, undefined)
    assert.equal(request?.headers['x-forwarded-host'], new URL(url).host)
    assert.equal(request?.headers['x-forwarded-proto'], 'http')
  })
})
