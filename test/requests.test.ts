/** Requests without a route get an error of the usual form, and do no harm. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import type { ErrorBody } from '../src/contract/error.ts'
import type { Client } from './support/client.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'
import { until } from './support/until.ts'

const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'

let world: TwoAccounts
let client: Client

before(async () => {
  world = await serveTwoAccounts()
  client = world.client
})
after(async () => world.close())

suite('a request without a route', () => {
  test('is 404 for an unknown path, a wrong method and a malformed id', async () => {
    for (const [verb, path] of [
      ['GET', '/v2'],
      ['GET', '/v2/pre-recordings?limit=1'],
      ['GET', `/v2/pre-recorded/${NOBODYS_ID}/file/more`],
      ['GET', '/v2/upload'],
      ['PUT', '/v2/pre-recorded'],
      ['PATCH', `/v2/pre-recorded/${NOBODYS_ID}`],
      ['POST', `/v2/live/${NOBODYS_ID}`],
      ['DELETE', '/v2/transcription'],
      ['OPTIONS', '/v2/transcription'],
    ] as const) {
      await client.refused(404, verb, path)
    }
    const ids = [NOBODYS_ID, '7', 'null', "' or 1=1 --", '%2e%2e%2f', 'ü', 'x'.repeat(1_000), '%00', '*']
    for (const id of ids) {
      for (const path of ['/v2/pre-recorded', '/v2/transcription', '/v2/live', '/file']) {
        await client.refused(404, 'GET', `${path}/${encodeURIComponent(id)}`)
      }
      await client.refused(404, 'DELETE', `/v2/pre-recorded/${encodeURIComponent(id)}`)
      await client.refused(404, 'GET', `/v2/pre-recorded/${encodeURIComponent(id)}/file`)
    }
    await client.refused(404, 'GET', '/v2/pre-recorded/%zz')
  })

  test('is answered the same with an unreadable body', async () => {
    for (const type of ['application/json', 'text/plain', ';', 'multipart/form-data']) {
      const sent = { body: '{', headers: { 'content-type': type } }
      await client.refused(404, 'POST', '/v2/pre-recordings', sent)
      await client.refused(404, 'DELETE', '/v2/pre-recorded', sent)
      await client.refused(404, 'DELETE', `/v2/pre-recorded/${NOBODYS_ID}`, sent)
      await client.refused(404, 'POST', `/v2/jobs/${NOBODYS_ID}/deliveries/1/redeliver`, sent)
    }
  })

  test('that is not HTTP is answered, and the service continues', async () => {
    const { hostname, port } = new URL(world.service.url)
    for (const garbage of [
      'GARBAGE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
      'POST /v2/upload HTTP/1.1\r\nhost: x\r\ncontent-length: none\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: x\r\nb\u0000d: x\r\n\r\n',
    ]) {
      const socket = connect(Number(port), hostname)
      socket.end(garbage)
      let answer = ''
      socket.on('data', (data: Buffer) => (answer += data.toString()))
      await once(socket, 'close')
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.1 (4\d\d) /.exec(head)?.[1])
      const headers = new Headers({ 'content-type': /^content-type: (.*)$/im.exec(head)?.[1] ?? '' })
      client.api.checkAs('ErrorBody', { status, headers, bytes: Buffer.from(body) }, garbage.slice(0, 50))
      client.errors.push(JSON.parse(body) as ErrorBody) // So that it can be found in the log.
    }
    assert.equal((await client.get('/health')).status, 200)
  })
})

test('an HTTP/1.0 request without Host gets URLs with the address it was sent to', async () => {
  const { url, key } = world.service
  const { hostname, port } = new URL(url)
  for (const path of ['/v2/jobs?limit=1', '/v2/transcription?limit=1']) {
    const socket = connect(Number(port), hostname)
    socket.end(`GET ${path} HTTP/1.0\r\nx-service-key: ${key}\r\n\r\n`)
    let answer = ''
    socket.on('data', (data: Buffer) => (answer += data.toString()))
    await once(socket, 'close')
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.[01] 200 /, answer)
    const { first } = JSON.parse(body) as { first: string }
    assert.equal(first, `http://127.0.0.1:${port}${path.replace('limit', 'offset=0&limit')}`)
    assert.equal((await fetch(first, { headers: { 'x-service-key': key } })).status, 200)
  }
})

test('a request aborted by its client is logged', async () => {
  const { url, key, log } = world.service
  const { hostname, port } = new URL(url)
  const aborted = [
    `POST /v2/pre-recorded?aborted=1 HTTP/1.1\r\nhost: x\r\nx-service-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    `POST /v2/upload?aborted=2 HTTP/1.1\r\nhost: x\r\nx-service-key: ${key}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 99\r\n\r\n--x\r\n`,
  ]
  const linesBefore = log.length
  for (const text of aborted) {
    const socket = connect(Number(port), hostname)
    socket.write(text)
    // The answer to another request on a later connection proves that this one was read.
    await once(socket, 'ready')
    await client.get('/health')
    socket.destroy()
  }
  const lines = () => log.slice(linesBefore).filter((line) => line['aborted'] === true)
  await until(() => lines().length >= aborted.length)
  assert.deepEqual(
    lines().map(({ msg, method, path, status }) => ({ msg, method, path, status })),
    ['/v2/pre-recorded', '/v2/upload'].map((path) => ({
      msg: 'request',
      method: 'POST',
      path,
      status: null,
    })),
  )
})
