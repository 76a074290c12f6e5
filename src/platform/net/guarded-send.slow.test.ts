import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGuardedSend, SendError } from './guarded-send.ts'
import { HOSTILE, resolve } from './testing/hostile-urls.ts'
import { listenHttp, listenTcp } from './testing/loopback-server.ts'

const REQUEST = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 2_000,
  maxResponseBytes: 1024,
  signal: new AbortController().signal,
} as const

async function refusal(sending: Promise<unknown>, url: string): Promise<SendError> {
  const error = await sending.then(
    () => assert.fail(url),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SendError, `${url}: ${String(error)}`)
  assert.match(error.message, /private or reserved address|must begin with/, url)
  assert.doesNotMatch(error.message, /127\.|::1|localhost/, url)
  return error
}

suite('sending', () => {
  test('opens no connection to a hostile URL, however its address is written', async (t) => {
    const trap = await listenHttp(t, (_request, response) => response.end('secret'))
    const send = createGuardedSend({ allowPrivate: false, resolve })
    for (const spelling of HOSTILE) {
      const url = spelling.replaceAll('PORT', String(trap.port))
      await refusal(send({ ...REQUEST, url }), url)
    }
    assert.ok(HOSTILE.length >= 60)
    assert.equal(trap.connections, 0)
    // Without the guard, the trap is reached.
    const unguarded = createGuardedSend({ allowPrivate: true, resolve })
    await unguarded({ ...REQUEST, url: `http://localhost:${trap.port}/` })
    assert.equal(trap.connections, 1)
  })

  test('follows no redirect', async (t) => {
    const trap = await listenHttp(t, (_request, response) => response.end('secret'))
    let location = ''
    const redirecting = await listenHttp(t, (_request, response) =>
      response.writeHead(307, { location }).end(),
    )
    const isPublic = (ip: string) => ip === '127.0.0.1'
    const send = createGuardedSend({ allowPrivate: false, resolve, isPublic })
    for (const spelling of HOSTILE) {
      location = spelling.replaceAll('PORT', String(trap.port))
      if (!/^[\x20-\x7e]*$/.test(location)) continue
      const answer = await send({ ...REQUEST, url: `http://public.test:${redirecting.port}/` })
      assert.equal(answer.status, 307)
    }
    assert.equal(trap.connections, 0)
  })

  test('refuses a name that becomes private on its second lookup', async (t) => {
    const trap = await listenHttp(t, (_request, response) => response.end())
    const answers = ['127.0.0.1', '127.0.0.2']
    const send = createGuardedSend({
      allowPrivate: false,
      isPublic: (ip) => ip === '127.0.0.1',
      resolve: async () => [{ address: answers.shift() ?? '', family: 4 }],
    })
    const url = `http://public.test:${trap.port}/`
    assert.equal((await send({ ...REQUEST, url })).status, 200)
    await refusal(send({ ...REQUEST, url }), url)
    assert.equal(trap.connections, 1)
  })

  test('reads no more of a response body than it returns', async (t) => {
    let written = 0
    const server = await listenTcp(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x'))) written += 65_536
      }
      socket.on('drain', more)
      more()
    })
    const send = createGuardedSend({ allowPrivate: true })
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 50; i++) {
      const { text } = await send({ ...REQUEST, url: `http://127.0.0.1:${server.port}/` })
      assert.equal(text.length, 1024)
    }
    await server.closed()
    const [sent, grown] = [written / 2 ** 20, (process.memoryUsage.rss() - before) / 2 ** 20]
    t.diagnostic(`${sent.toFixed(0)} MB of 500 GB were sent, memory grew by ${grown.toFixed(0)} MB`)
    assert.ok(sent < 1_000 && grown < 150, `${sent} MB, ${grown} MB`)
  })

  test('leaks no memory if its signal lives on', async (t) => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const server = await listenHttp(
      t,
      (request, response) => void request.resume().once('end', () => response.end()),
    )
    const send = createGuardedSend({ allowPrivate: true })
    const url = `http://127.0.0.1:${server.port}/`
    const round = async () => {
      for (let i = 0; i < 50; i++) {
        await Promise.all(Array.from({ length: 20 }, async () => send({ ...REQUEST, url })))
      }
      await setImmediate()
      collect()
      await setImmediate()
      collect()
      return process.memoryUsage().heapUsed / 2 ** 20
    }
    const before = await round()
    const grown = (await round()) - before
    // With AbortSignal.any it was 9 MB.
    assert.ok(grown < 4, `${grown} MB for a thousand requests`)
  })

  test('stops when it is aborted, and closes its connection', async (t) => {
    const stop = new AbortController()
    const server = await listenTcp(t, (socket) => {
      socket.once('data', () => stop.abort(new Error('shutting down')))
    })
    const send = createGuardedSend({ allowPrivate: true })
    const url = `http://127.0.0.1:${server.port}/`
    await assert.rejects(send({ ...REQUEST, url, signal: stop.signal }), { message: 'shutting down' })
    await server.closed()
    await assert.rejects(send({ ...REQUEST, url, signal: stop.signal }), { message: 'shutting down' })
    assert.equal(server.connections, 1)
  })
})
