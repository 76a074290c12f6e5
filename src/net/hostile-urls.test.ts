import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { FetchError } from './fetch-error.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { listenHttp } from './loopback-server.ts'
import { isPublicAddress } from './public-address.ts'

/** Ways to write, or to come to, a machine that is not public. `PORT` is where the trap listens. */
const HOSTILE = [
  // 127.0.0.1 as numbers
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0X7F000001:PORT/',
  'http://017700000001:PORT/',
  'http://0x7f.1:PORT/',
  'http://0x7f.0x0.0x0.0x1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0177.0x0.0.01:PORT/',
  'http://00000177.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.0.0.1..:PORT/',
  'http://127.65535:PORT/',
  // this host
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0x0:PORT/',
  'http://00000000000:PORT/',
  'http://[::]:PORT/',
  'http://[0:0:0:0:0:0:0:0]:PORT/',
  // numbers that are no address
  'http://256.0.0.1:PORT/',
  'http://4294967296:PORT/',
  'http://127.0.0.1.1:PORT/',
  'http://0x7f.0.0.08:PORT/',
  'http://0x7f.0.0.1.example:PORT/',
  // IPv6
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[0000:0000::0001]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::FFFF:7F00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::7f00:1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fe80::1%25lo]:PORT/',
  'http://[::1%25lo]:PORT/',
  'http://[::1%lo]:PORT/',
  'http://[fc00::1]:PORT/',
  'http://[fd00:ec2::254]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[::1/]:PORT/',
  'http://::1:PORT/',
  // names
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://lOcAlHoSt:PORT/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/',
  'http://localhost.localdomain:PORT/',
  'http://anything.localhost:PORT/',
  'http://ip6-localhost:PORT/',
  'http://127.0.0.1.nip.example:PORT/',
  'http://loc\u00adalhost:PORT/',
  'http://127.0.0.1\u200b:PORT/',
  'http://xn--localhost-:PORT/',
  // Unicode digits and dots
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127。0.0。1:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:PORT/',
  'http://１２７．０．０．１:PORT/',
  // percent-encoding
  'http://%31%32%37.0.0.1:PORT/',
  'http://127%2e0%2e0%2e1:PORT/',
  'http://%6c%6f%63alhost:PORT/',
  'http://%5b::1%5d:PORT/',
  'http://127.0.0.1%00.example:PORT/',
  'http://127.0.0.1%2f.example:PORT/',
  // who is the host
  'http://example.com@127.0.0.1:PORT/',
  'http://example.com:80@127.0.0.1:PORT/',
  'http://example.com%40127.0.0.1:PORT/',
  'http://127.0.0.1:PORT@127.0.0.1:PORT/',
  'http://@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@example.com/',
  'http://127.0.0.1:PORT\\@example.com/',
  'http://127.0.0.1:PORT?@example.com/',
  'http:127.0.0.1:PORT/',
  'http:/127.0.0.1:PORT/',
  'http:////127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  ' \thttp://127.0.0.1:PORT/',
  'ht\ntp://127.\t0.0.1:PORT/',
  'HTTP://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'http://127.0.0.1:0PORT/',
  // other schemes, and none
  'file:///etc/passwd',
  'file://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_GET',
  'dict://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'data:audio/wav;base64,UklGRg==',
  'blob:http://127.0.0.1:PORT/1',
  'javascript:fetch("http://127.0.0.1:PORT/")',
  'unix:/run/docker.sock:/info',
]

/** Every name leads to loopback, so whatever is let through is seen. */
const resolve = async () => [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

async function refusal(fetching: Promise<unknown>, url: string): Promise<void> {
  await assert.rejects(
    fetching,
    (error) => {
      assert.ok(error instanceof FetchError, url)
      assert.match(error.code, /^(bad-url|refused-address)$/, url)
      assert.doesNotMatch(error.message, /127\.|::1|localhost/, url)
      return true
    },
    url,
  )
}

function trap(t: TestContext) {
  return listenHttp(t, (_request, response) => response.end('secret'))
}

suite('hostile URLs', () => {
  test('never open a connection, however the address is spelled', async (t) => {
    const server = await trap(t)
    const guardedFetch = createGuardedFetch({ allowPrivate: false, resolve })
    for (const spelling of HOSTILE) {
      const url = spelling.replaceAll('PORT', String(server.port))
      await refusal(
        guardedFetch(url, { maxBytes: 1e6 }, async () => assert.fail(url)),
        url,
      )
    }
    assert.equal(server.connections, 0)

    // the trap does spring
    const unguarded = createGuardedFetch({ allowPrivate: true, resolve })
    await unguarded(`http://localhost:${server.port}/`, { maxBytes: 1e6 }, async () => {})
    assert.equal(server.connections, 1)
  })

  test('never open a connection when a public server redirects to them', async (t) => {
    const server = await trap(t)
    let location = ''
    const redirecting = await listenHttp(t, (_request, response) =>
      response.writeHead(302, { location }).end(),
    )
    // what a Location header can hold: bytes, no line ends
    const urls = HOSTILE.map((spelling) => spelling.replaceAll('PORT', String(server.port))).filter(
      (url) => URL.canParse(url) && /^[\x20-\x7e]*$/.test(url) && /^[a-z]+:/i.test(url),
    )
    for (const url of urls) {
      location = url
      let first = true
      const isPublic = (ip: string) => {
        if (!first) return isPublicAddress(ip)
        first = false
        return true
      }
      const guardedFetch = createGuardedFetch({ allowPrivate: false, resolve, isPublic })
      const start = `http://public.test:${redirecting.port}/`
      await refusal(
        guardedFetch(start, { maxBytes: 1e6 }, async () => assert.fail(url)),
        url,
      )
    }
    assert.ok(urls.length > 40)
    assert.equal(redirecting.connections, urls.length)
    assert.equal(server.connections, 0)
  })
})
