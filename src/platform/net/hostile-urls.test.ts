import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { FetchError } from './fetch-error.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { HOSTILE, resolve } from './testing/hostile-urls.ts'
import { listenHttp } from './testing/loopback-server.ts'
import { isPublicAddress } from './public-address.ts'

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
  test('never open a connection, however the address is written', async (t) => {
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

    // Without the guard, the trap is reached.
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
    // A Location header holds printable ASCII only.
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
