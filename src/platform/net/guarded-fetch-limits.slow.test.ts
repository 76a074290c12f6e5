/** Guarded fetch with servers and consumers that are slow, endless or broken. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { suite, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createGuardedFetch, type FetchOptions } from './guarded-fetch.ts'
import { listenHttp, listenTcp } from './testing/loopback-server.ts'
import { at, bytesOf, fails, guardedFetch, isPublic, LIMITS, PRIVATE } from './testing/public-fetch.ts'

const HEAD = 'HTTP/1.1 200 OK\r\n'
const NEVER = new Promise<never>(() => {})
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`
const CHUNK = `1000\r\n${'x'.repeat(4096)}\r\n`

async function forEach(body: AsyncIterable<Uint8Array>, act: (chunk: Uint8Array) => void): Promise<void> {
  for await (const chunk of body) act(chunk)
}

/** Writes the same text forever, as fast as the peer reads. */
function pour(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

function endless(socket: Socket): void {
  socket.write(CHUNKED)
  pour(socket, CHUNK)
}

/** Writes the text every 20 ms, until the socket is closed. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20)
  socket.on('close', () => clearInterval(timer))
}

// Concurrently: undici's timers tick about once a second.
suite('time limits', { concurrency: true }, () => {
  test('apply to a name that never resolves', async () => {
    const lost = createGuardedFetch({ allowPrivate: false, isPublic, resolve: () => NEVER })
    await fails(lost('http://public.test/', { ...LIMITS, connectTimeout: 100 }, bytesOf), 'timeout')
  })

  test('apply to a TLS handshake that never completes', async (t) => {
    const server = await listenTcp(t, () => {})
    const url = at(server, '/', 'https')
    await fails(guardedFetch(url, { ...LIMITS, connectTimeout: 100 }, bytesOf), 'timeout')
    await server.closed()
  })

  test('apply to headers that never arrive', async (t) => {
    const server = await listenTcp(t, () => {})
    await fails(guardedFetch(at(server), { ...LIMITS, headersTimeout: 100 }, bytesOf), 'timeout')
    await server.closed()
  })

  test('apply to headers that arrive one byte at a time', async (t) => {
    const server = await listenTcp(t, (socket) => {
      socket.write(`${HEAD}x-slow: `)
      drip(socket, 'x')
    })
    await fails(guardedFetch(at(server), { ...LIMITS, headersTimeout: 200 }, bytesOf), 'timeout')
    await server.closed()
  })

  test('apply to endless informational responses', async (t) => {
    const server = await listenTcp(t, (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'))
    await fails(guardedFetch(at(server), { ...LIMITS, totalTimeout: 300 }, bytesOf), 'timeout')
    await server.closed()
  })

  test('apply to a body that stops halfway', async (t) => {
    const server = await listenTcp(t, (socket) => socket.write(`${HEAD}content-length: 10\r\n\r\nabc`))
    await fails(guardedFetch(at(server), { ...LIMITS, stallTimeout: 100 }, bytesOf), 'timeout')
    await server.closed()
  })

  test('apply to an endless body that arrives slowly', async (t) => {
    const server = await listenTcp(t, (socket) => {
      socket.write(CHUNKED)
      drip(socket, '1\r\nx\r\n')
    })
    await fails(guardedFetch(at(server), { ...LIMITS, totalTimeout: 300 }, bytesOf), 'timeout')
    await server.closed()
  })

  test('do not count a slow consumer as a stall', async (t) => {
    const server = await listenHttp(t, (_request, response) => response.end(Buffer.alloc(900_000)))
    const size = await guardedFetch(at(server), { ...LIMITS, stallTimeout: 500 }, async ({ body }) => {
      let sum = 0
      for await (const chunk of body) {
        if (sum === 0) await setTimeout(2_500)
        sum += chunk.length
      }
      return sum
    })
    assert.equal(size, 900_000)
  })
})

suite('the size limit', () => {
  test('allows exactly that many bytes', async (t) => {
    const server = await listenHttp(t, (_request, response) => response.end(Buffer.alloc(1_000)))
    assert.equal((await guardedFetch(at(server), { maxBytes: 1_000 }, bytesOf)).length, 1_000)
    await fails(guardedFetch(at(server), { maxBytes: 999 }, bytesOf), 'too-large')
  })

  test('applies before the body when its declared length exceeds it', async (t) => {
    const server = await listenTcp(t, (socket) => socket.write(`${HEAD}content-length: 1000001\r\n\r\n`))
    await fails(guardedFetch(at(server), LIMITS, bytesOf), 'too-large')
    await server.closed()
  })

  for (const [kind, head, piece] of [
    ['chunked', CHUNKED, CHUNK],
    ['of no declared length', `${HEAD}connection: close\r\n\r\n`, 'x'.repeat(4096)],
    ['with an invalid length', `${HEAD}content-length: -1\r\n\r\n`, 'x'.repeat(4096)],
  ] as const) {
    test(`applies to an endless body ${kind}`, async (t) => {
      const server = await listenTcp(t, (socket) => {
        socket.write(head)
        pour(socket, piece)
      })
      let size = 0
      const counting = guardedFetch(at(server), LIMITS, async ({ body }) => {
        for await (const chunk of body) size += chunk.length
      })
      await fails(counting, kind.endsWith('invalid length') ? 'unreachable' : 'too-large')
      assert.ok(size <= LIMITS.maxBytes)
      await server.closed()
    })
  }

  test('a body longer than declared is cut to its declared length', async (t) => {
    const server = await listenTcp(t, (socket) => socket.write(`${HEAD}content-length: 3\r\n\r\nabcdef`))
    assert.equal(String(await guardedFetch(at(server), LIMITS, bytesOf)), 'abc')
    await server.closed()
  })
})

suite('servers that fail', () => {
  test('are distinguished from servers that cannot be reached', async (t) => {
    const gone = await listenTcp(t, () => {})
    const { port } = gone
    const refusing = createGuardedFetch({
      allowPrivate: false,
      isPublic: () => true,
      resolve: async () => [PRIVATE],
    })
    await fails(refusing(`http://public.test:${port}/`, LIMITS, bytesOf), 'unreachable')

    const unknown = createGuardedFetch({
      allowPrivate: false,
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND public.test'), { code: 'ENOTFOUND' })
      },
    })
    await fails(unknown('http://public.test/', LIMITS, bytesOf), 'unreachable')
  })

  for (const status of [300, 304, 401, 404, 500]) {
    test(`return status ${status}`, async (t) => {
      const server = await listenHttp(t, (_request, response) => response.writeHead(status).end())
      const error = await fails(guardedFetch(at(server), LIMITS, bytesOf), 'http-status')
      assert.match(error.message, new RegExp(String(status)))
      await server.closed()
    })
  }

  for (const [what, response] of [
    ['something other than HTTP', '220 smtp.test ESMTP\r\n'],
    ['nothing', ''],
    ['headers without end', `${HEAD}${'x-more: 0123456789\r\n'.repeat(5_000)}`],
  ] as const) {
    test(`send ${what}`, async (t) => {
      const server = await listenTcp(t, (socket) => socket.once('data', () => socket.end(response)))
      await fails(guardedFetch(at(server), LIMITS, bytesOf), 'unreachable')
      await server.closed()
    })
  }

  for (const [what, response] of [
    ['a declared length', `${HEAD}content-length: 10\r\n\r\nabc`],
    ['a last chunk', `${CHUNKED}3\r\nabc\r\n`],
    ['a valid chunk size', `${CHUNKED}3\r\nabc\r\nzzz\r\n`],
  ] as const) {
    test(`close the connection without ${what}`, async (t) => {
      const server = await listenTcp(t, (socket) => socket.once('data', () => socket.end(response)))
      await fails(guardedFetch(at(server), LIMITS, bytesOf), 'interrupted')
      await server.closed()
    })
  }

  test('reset the connection halfway', async (t) => {
    const sockets = new EventEmitter()
    const server = await listenTcp(t, (socket) => {
      socket.write(`${CHUNKED}3\r\nabc\r\n`)
      sockets.once('reset', () => socket.resetAndDestroy())
    })
    const reading = guardedFetch(at(server), LIMITS, async ({ body }) => {
      await forEach(body, () => sockets.emit('reset'))
    })
    await fails(reading, 'interrupted')
  })

  test('reset the connection before the consumer reads', async (t) => {
    const sockets = new EventEmitter()
    const server = await listenTcp(t, (socket) => {
      socket.write(`${CHUNKED}3\r\nabc\r\n`)
      sockets.once('reset', () => socket.resetAndDestroy())
    })
    const reading = guardedFetch(at(server), LIMITS, async (response) => {
      sockets.emit('reset')
      await server.closed()
      await setImmediate()
      return bytesOf(response)
    })
    await fails(reading, 'interrupted')
  })
})

suite('the connection is closed', () => {
  const unlimited: FetchOptions = { maxBytes: Number.MAX_SAFE_INTEGER }

  test('when the consumer stops early', async (t) => {
    const server = await listenTcp(t, endless)
    await guardedFetch(at(server), unlimited, async ({ body }) => {
      for await (const chunk of body) if (chunk.length > 0) break
      // Before the consumer returns.
      await server.closed()
    })
  })

  test('when the consumer reads nothing', async (t) => {
    const server = await listenTcp(t, endless)
    await guardedFetch(at(server), unlimited, async () => {})
    await server.closed()
  })

  test('when the consumer throws, and its error is passed on', async (t) => {
    const server = await listenTcp(t, endless)
    const full = new Error('disk full')
    const writing = guardedFetch(at(server), unlimited, async ({ body }) => {
      await forEach(body, () => {
        throw full
      })
    })
    await assert.rejects(writing, (error) => error === full)
    await server.closed()
  })

  test('when the caller aborts during name resolution', async () => {
    const abort = new AbortController()
    const asked = createGuardedFetch({
      allowPrivate: false,
      resolve: () => {
        abort.abort(new Error('shutting down'))
        return NEVER
      },
    })
    await assert.rejects(asked('http://public.test/', { ...LIMITS, signal: abort.signal }, bytesOf), {
      message: 'shutting down',
    })
  })

  for (const [when, scheme, head] of [
    ['during the TLS handshake', 'https', ''],
    ['before the headers', 'http', ''],
    ['in the body', 'http', `${CHUNKED}3\r\nabc\r\n`],
  ] as const) {
    test(`when the caller aborts ${when}`, async (t) => {
      const abort = new AbortController()
      const events = new EventEmitter()
      const server = await listenTcp(t, (socket) => {
        if (head !== '') socket.write(head)
        socket.once('data', () => events.emit('asked'))
      })
      const options = { ...LIMITS, signal: abort.signal }
      const fetching = guardedFetch(at(server, '/', scheme), options, async ({ body }) => {
        await forEach(body, () => abort.abort(new Error('shutting down')))
      })
      if (head === '') void once(events, 'asked').then(() => abort.abort(new Error('shutting down')))
      await assert.rejects(fetching, { message: 'shutting down' })
      await server.closed()
    })
  }

  test('and none is opened if the caller has already aborted', async (t) => {
    const server = await listenTcp(t, endless)
    const signal = AbortSignal.abort(new Error('shutting down'))
    await assert.rejects(guardedFetch(at(server), { ...LIMITS, signal }, bytesOf), {
      message: 'shutting down',
    })
    assert.equal(server.connections, 0)
  })
})
