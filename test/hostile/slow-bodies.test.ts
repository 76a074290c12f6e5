/** Bodies and headers that stop arriving are cut, with and without a key, while slow uploads of real size continue. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type RunningService, runService } from '../support/running-service.ts'
import { SAMPLE } from '../support/sample.ts'

/** Several times what a busy machine may hold up the service. */
const REQUEST_SECONDS = 2

let service: RunningService
before(async () => void (service = await runService({ REQUEST_SECONDS: String(REQUEST_SECONDS) })))
after(async () => service.close())

function open(head: string, { url } = service): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(head)
  // A connection that is cut during a write may be reset.
  socket.on('error', () => {})
  return socket
}

const post = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n${headers}\r\n`

/** What the service answers until it closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  // Not `once` of node:events, which rejects when the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

const key = () => `x-service-key: ${service.key}\r\n`
const JSON_TYPE = 'content-type: application/json\r\n'
const FORM_TYPE = 'content-type: multipart/form-data; boundary=b\r\n'
const PART = '--b\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n'

test('silent and dripping clients are cut', async () => {
  const heads = {
    'no header': '',
    'half a header': 'POST /v2/pre-recorded HTTP/1.1\r\nhost',
    'no key': post('/v2/pre-recorded', JSON_TYPE),
    'no key, upload': post('/v2/upload', FORM_TYPE),
    'a key': post('/v2/pre-recorded', key() + JSON_TYPE),
    'a key, upload': `${post('/v2/upload', key() + FORM_TYPE)}${PART}`,
    'unknown path': post('/nowhere', JSON_TYPE),
  }
  const status = async (head: string, isDripping: boolean): Promise<string> => {
    const socket = open(head)
    const drip = setInterval(() => isDripping && socket.writable && socket.write(' '), 100)
    const answer = await answerOf(socket)
    clearInterval(drip)
    return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none'
  }
  const statuses = async (isDripping: boolean) =>
    Promise.all(
      Object.entries(heads).map(async ([name, head]) => [
        name,
        await status(head, isDripping && head !== ''),
      ]),
    )
  // The connection of a client that is still sending may be reset before it has read the answer.
  const [silent] = await Promise.all([statuses(false), statuses(true)])
  assert.partialDeepStrictEqual(Object.fromEntries(silent), {
    'no key': '401',
    'no key, upload': '401',
    'a key': '408',
    'a key, upload': '408',
    'unknown path': '404',
  })
  const failures = service.log.filter(({ level }) => Number(level) >= 40)
  assert.deepEqual(failures, [])
  const lines = service.log.filter(({ msg, status: sent }) => msg === 'request' && sent === 408)
  assert.ok(lines.length >= 4)
})

test('a shutdown does not wait for bodies', async () => {
  const drainSeconds = 100
  const stopping = await runService({ DRAIN_SECONDS: String(drainSeconds) })
  const heads = [
    post('/v2/pre-recorded', key() + JSON_TYPE),
    `${post('/v2/upload', key() + FORM_TYPE)}${PART}`,
    post('/nowhere', JSON_TYPE),
  ]
  const sockets = heads.map((head) => open(head, stopping))
  const answers = sockets.map(answerOf)
  // Answered before its body is read: the earlier requests have arrived, too.
  await once(sockets[2]!, 'data')
  const began = performance.now()
  await stopping.close()
  assert.ok(performance.now() - began < (drainSeconds * 1000) / 2)
  for (const answer of [await answers[0], await answers[1]]) {
    assert.match(answer ?? '', /^HTTP\/1\.1 503 /)
    assert.match(answer ?? '', /^connection: close\r$/im)
    assert.match(answer ?? '', /^retry-after: \d+\r$/im)
  }
})

test('an upload that takes several times as long continues while it makes progress', async () => {
  const form = Buffer.concat([Buffer.from(PART), SAMPLE, Buffer.from('\r\n--b--\r\n')])
  const head = post('/v2/upload', `connection: close\r\n${key()}${FORM_TYPE}`)
  const socket = open(head.replace('1000000', String(form.length)))
  const answer = answerOf(socket)
  const chunk = Math.ceil(form.length / 24)
  for (let at = 0; at < form.length; at += chunk) {
    socket.write(form.subarray(at, at + chunk))
    await delay(250)
  }
  assert.match(await answer, /^HTTP\/1\.1 200 /)
})
