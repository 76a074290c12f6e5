import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { createGuardedFetch } from './guarded-fetch.ts'
import { listen, listenHttp } from './testing/loopback-server.ts'
import {
  at,
  bytesOf,
  fails,
  guardedFetch,
  isPublic,
  LIMITS,
  PRIVATE,
  PUBLIC,
} from './testing/public-fetch.ts'
import { until } from '../../../test/support/until.ts'

suite('guarded fetch', () => {
  test('passes on the body, the headers and the final URL', async (t) => {
    const requests: IncomingMessage[] = []
    const server = await listenHttp(t, (request, response) => {
      requests.push(request)
      response.setHeader('content-disposition', 'attachment; filename="talk.mp3"').end('audio')
    })
    const got = await guardedFetch(at(server, '/a%20b?c=d#e'), LIMITS, async (response) => ({
      text: String(await bytesOf(response)),
      url: response.url.href,
      disposition: response.headers['content-disposition'],
    }))
    assert.deepEqual(got, {
      text: 'audio',
      url: at(server, '/a%20b?c=d#e'),
      disposition: 'attachment; filename="talk.mp3"',
    })
    assert.equal(requests[0]?.url, '/a%20b?c=d')
    assert.equal(requests[0]?.headers.host, `public.test:${server.port}`)
    assert.equal(requests[0]?.headers['accept-encoding'], 'identity')
    await server.closed()
  })

  test('does not decompress a body that was compressed regardless', async (t) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const server = await listenHttp(t, (_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    )
    assert.deepEqual(await guardedFetch(at(server), LIMITS, bytesOf), bomb)
  })
})

suite('names', () => {
  test('are looked up once for concurrent requests, so that a slow one does not occupy every thread', async (t) => {
    const server = await listenHttp(t, (_request, response) => response.end('audio'))
    const answer = Promise.withResolvers<LookupAddress[]>()
    let lookups = 0
    const resolve = async () => {
      lookups++
      return answer.promise
    }
    const slow = createGuardedFetch({ allowPrivate: false, isPublic, resolve })
    const fetching = Array.from({ length: 8 }, async () => slow(at(server), LIMITS, bytesOf))
    await until(() => lookups > 0)
    await setImmediate()
    assert.equal(lookups, 1)
    answer.resolve([PUBLIC])
    assert.equal(String(Buffer.concat(await Promise.all(fetching))), 'audio'.repeat(8))
    await slow(at(server), LIMITS, bytesOf)
    assert.equal(lookups, 2, 'an answer is not kept, since it may change')
  })
})

suite('the address guard', () => {
  test('refuses a name that resolves to a private address the second time', async (t) => {
    const server = await listenHttp(t, (_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    )
    const answers: LookupAddress[][] = [[PUBLIC], [PRIVATE]]
    const resolve = async () => answers.shift() ?? []
    const rebound = createGuardedFetch({ allowPrivate: false, isPublic, resolve })
    const error = await fails(rebound(at(server), LIMITS, bytesOf), 'refused-address')
    assert.match(String(error.cause), /127\.0\.0\.2/)
    assert.equal(server.connections, 1)
  })

  test('does not fall back to the private address of a name that has both', async (t) => {
    const trap = await listenHttp(t, (_request, response) => response.end('secret'))
    const both = createGuardedFetch({
      allowPrivate: false,
      isPublic: (ip) => ip === PRIVATE.address, // where nothing listens
      resolve: async () => [PRIVATE, PUBLIC],
    })
    await fails(both(at(trap), LIMITS, bytesOf), 'unreachable')
    assert.equal(trap.connections, 0)
  })

  test('can be disabled', async (t) => {
    const server = await listenHttp(t, (_request, response) => response.end('audio'))
    const open = createGuardedFetch({ allowPrivate: true })
    const bytes = await open(`http://127.0.0.1:${server.port}/`, LIMITS, bytesOf)
    assert.equal(String(bytes), 'audio')
  })
})

suite('redirects', () => {
  test('are followed up to the maximum', async (t) => {
    // `/n` leads to `/n-1`, and `/0` is the audio
    const server = await listenHttp(t, (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('audio')
      else response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, { location: `${left - 1}` }).end()
    })
    assert.equal(String(await guardedFetch(at(server, '/5'), LIMITS, bytesOf)), 'audio')
    await fails(guardedFetch(at(server, '/6'), LIMITS, bytesOf), 'too-many-redirects')
    await fails(guardedFetch(at(server, '/1'), { ...LIMITS, maxRedirects: 0 }, bytesOf), 'too-many-redirects')
    assert.equal(server.connections, 6 + 6 + 1)
    await server.closed()
  })

  test('to another scheme or with a password are refused', async (t) => {
    let location = ''
    const server = await listenHttp(t, (_request, response) => response.writeHead(302, { location }).end())
    for (location of ['file:///etc/passwd', 'http://user:secret@public.test/', 'http://', '//[']) {
      await fails(guardedFetch(at(server), LIMITS, bytesOf), 'bad-url')
    }
  })

  test('to another server are not sent the authorization for the first', async (t) => {
    const sent: (string | undefined)[] = []
    const note = ({ headers }: IncomingMessage) => sent.push(headers.authorization)
    const other = await listenHttp(t, (request, response) => {
      note(request)
      response.end('audio')
    })
    const server = await listenHttp(t, (request, response) => {
      note(request)
      response.writeHead(302, { location: request.url === '/a' ? '/b' : at(other) }).end()
    })
    await guardedFetch(at(server, '/a'), { ...LIMITS, authorization: 'Bearer x' }, bytesOf)
    assert.deepEqual(sent, ['Bearer x', 'Bearer x', undefined])
  })

  test('without a location are treated like any other status', async (t) => {
    const server = await listenHttp(t, (_request, response) => response.writeHead(302).end())
    await fails(guardedFetch(at(server), LIMITS, bytesOf), 'http-status')
  })
})

suite('https', () => {
  // Self-signed with openssl for the name public.test, valid from 2020 to 2120.
  const cert = `-----BEGIN CERTIFICATE-----
MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtwdWJsaWMu
dGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLcHVibGljLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATxctL/mPPw
nJIvn1xatBFA+Btl1VjOVEPObLTjCG5ByepVnx3Zd09B06kIGacNpl9A0tVAWHAB
RWtvVlK6XAUIo0owSDAWBgNVHREEDzANggtwdWJsaWMudGVzdDAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBRGc+3l0F15EzKrU/OzWBFYKk7RMjAKBggqhkjOPQQD
AgNHADBEAiA//1oSEWnRJyfnjnRllMrcMrJ2qz9J/UmFx6mJWzQ6QgIgVJCvJIPB
TBUTl4XMf0BkTecZeeyRcD7UWb3A48tL0ZE=
-----END CERTIFICATE-----`
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: '8XLS_5jz8JySL59cWrQRQPgbZdVYzlRDzmy04whuQck',
      y: '6lWfHdl3T0HTqQgZpw2mX0DS1UBYcAFFa29WUrpcBQg',
      d: 'rzlK6khjussdsVZMH-a35l-8zDtkFXm3a2bR6GZPf28',
    },
  }).export({ format: 'pem', type: 'pkcs8' })

  test('requires a trusted certificate for the host name', async (t) => {
    const server = await listen(
      t,
      createHttpsServer({ cert, key }, (_request, response) => response.end('audio')),
    )
    const url = at(server, '/', 'https')
    await fails(guardedFetch(url, LIMITS, bytesOf), 'unreachable')

    const defaults = getCACertificates('default')
    setDefaultCACertificates([...defaults, cert])
    t.after(() => setDefaultCACertificates(defaults))
    assert.equal(String(await guardedFetch(url, LIMITS, bytesOf)), 'audio')
    await fails(guardedFetch(url.replace('public', 'another'), LIMITS, bytesOf), 'unreachable')
    await server.closed()
  })

  test('is not downgraded to http by a redirect', async (t) => {
    const plain = await listenHttp(t, (_request, response) => response.end('audio'))
    const server = await listen(
      t,
      createHttpsServer({ cert, key }, (_request, response) =>
        response.writeHead(302, { location: at(plain) }).end(),
      ),
    )
    const defaults = getCACertificates('default')
    setDefaultCACertificates([...defaults, cert])
    t.after(() => setDefaultCACertificates(defaults))
    const error = await fails(guardedFetch(at(server, '/', 'https'), LIMITS, bytesOf), 'bad-url')
    assert.match(error.message, /from https to http/)
    assert.equal(plain.connections, 0)
  })
})
