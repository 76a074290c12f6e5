/** URLs in responses behind a proxy, and requests from pages of other origins. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type Config, ConfigError, readConfig } from '../../src/service/config.ts'
import type { JobPage } from '../../src/contract/job.ts'
import { Client } from '../support/client.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { SILENCE } from '../support/sample.ts'

let service: RunningService
let client: Client

function serving(env: Record<string, string>): void {
  before(async () => {
    service = await runService(env)
    client = await Client.of(service)
  })
  after(async () => service.close())
}

/** The base URL in the answer to a request with these headers. */
async function baseFor(headers: Record<string, string>): Promise<string> {
  const { body } = await client.get<JobPage>('/v2/jobs', headers)
  return body.first.replace(/\/v2\/jobs\?.*$/, '')
}

const X_FORWARDED = { 'x-forwarded-host': 'speech.example.com', 'x-forwarded-proto': 'https' }
const FORWARDED = { forwarded: 'for=192.0.2.1;host="speech.example.com:8443";proto=https' }

suite('without TRUST_PROXY', () => {
  serving({ PUBLIC_URL: '', TRUST_PROXY: '', CORS_ORIGINS: '' })

  test('X-Forwarded-* and Forwarded do not count', async () => {
    assert.equal(await baseFor(X_FORWARDED), service.url)
    assert.equal(await baseFor(FORWARDED), service.url)
  })

  test('CORS is off by default', async () => {
    const { headers } = await client.get('/v2/jobs', { origin: 'https://app.example.com' })
    assert.equal(headers.get('access-control-allow-origin'), null)
    await client.refused(404, 'OPTIONS', '/v2/jobs', {
      headers: { 'access-control-request-method': 'GET', origin: 'https://app.example.com' },
    })
  })
})

for (const trusted of ['1', '10.0.0.0/8, 127.0.0.1']) {
  suite(`with TRUST_PROXY=${trusted}`, () => {
    serving({ TRUST_PROXY: trusted })

    test('X-Forwarded-Host and X-Forwarded-Proto are used', async () => {
      assert.equal(await baseFor(X_FORWARDED), 'https://speech.example.com')
      assert.equal(await baseFor({ 'x-forwarded-proto': 'https' }), service.url.replace('http:', 'https:'))
      const live = { body: {}, headers: X_FORWARDED }
      const { body } = await client.send<{ url: string }>('POST', '/v2/live', live)
      assert.match(body.url, /^wss:\/\/speech\.example\.com\/v2\/live\?token=/)
    })

    test('Forwarded is used, as the nearest proxy sends it', async () => {
      assert.equal(await baseFor(FORWARDED), 'https://speech.example.com:8443')
      const chain = `host=client.example.com;proto=http, ${FORWARDED.forwarded}`
      assert.equal(await baseFor({ forwarded: chain }), 'https://speech.example.com:8443')
    })

    test('Forwarded is ignored beside X-Forwarded-*, since the client may have sent it', async () => {
      assert.equal(
        await baseFor({ ...X_FORWARDED, forwarded: 'host=evil.example.com' }),
        'https://speech.example.com',
      )
    })

    test('an invalid host name is refused', async () => {
      await client.refused(400, 'GET', '/v2/jobs', { headers: { 'x-forwarded-host': 'a/"b' } })
      await client.refused(400, 'GET', '/v2/jobs', { headers: { forwarded: 'proto=javascript' } })
    })
  })
}

suite('with TRUST_PROXY that is not the address of the client', () => {
  serving({ TRUST_PROXY: '192.0.2.7' })

  test('X-Forwarded-* and Forwarded do not count', async () => {
    assert.equal(await baseFor(X_FORWARDED), service.url)
    assert.equal(await baseFor(FORWARDED), service.url)
  })
})

suite('with PUBLIC_URL that has a path, and CORS_ORIGINS', () => {
  const PUBLIC = 'https://example.com/speech'
  const PAGE = 'https://app.example.com'
  serving({ PUBLIC_URL: `${PUBLIC}/`, CORS_ORIGINS: `${PAGE},http://localhost:3000` })

  test('URLs of uploads, results, pages and live sessions have the path', async () => {
    const upload = await client.upload(SILENCE)
    assert.equal(upload.audio_url, `${PUBLIC}/file/${upload.audio_metadata.id}`)
    for (let i = 0; i < 2; i++) {
      const { body } = await client.send<{ id: string; result_url: string }>('POST', '/v2/pre-recorded', {
        body: { audio_url: upload.audio_url },
      })
      assert.equal(body.result_url, `${PUBLIC}/v2/pre-recorded/${body.id}`)
    }
    const { body: page } = await client.get<JobPage>('/v2/jobs?limit=1')
    assert.ok(page.next?.startsWith(`${PUBLIC}/v2/jobs?offset=1&limit=1`), page.next ?? 'null')
    const live = await client.send<{ url: string }>('POST', '/v2/live', { body: {} })
    assert.match(live.body.url, /^wss:\/\/example\.com\/speech\/v2\/live\?token=/)
  })

  test('a page of an allowed origin reads answers and errors with their headers', async () => {
    for (const path of ['/v2/jobs', '/v2/jobs?limit=x', '/nothing']) {
      const { headers } = await client.get(path, { origin: PAGE })
      assert.equal(headers.get('access-control-allow-origin'), PAGE, path)
      assert.match(headers.get('access-control-expose-headers') ?? '', /x-total-count/)
      assert.equal(headers.get('access-control-allow-credentials'), null)
      assert.match(headers.get('vary') ?? '', /origin/i)
    }
  })

  test('a preflight of an allowed origin is answered without a key', async () => {
    const response = await fetch(`${service.url}/v2/pre-recorded`, {
      method: 'OPTIONS',
      headers: {
        origin: PAGE,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-service-key',
      },
    })
    assert.equal(response.status, 204)
    assert.equal(response.headers.get('access-control-allow-origin'), PAGE)
    assert.equal(response.headers.get('access-control-allow-headers'), 'content-type,x-service-key')
    assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST.*PATCH.*DELETE/)
  })

  test('another origin is not allowed', async () => {
    const { headers } = await client.get('/v2/jobs', { origin: 'https://evil.example.com' })
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.match(headers.get('vary') ?? '', /origin/i)
  })
})

test('CORS_ORIGINS=* allows every page', async (t) => {
  const open = await runService({ CORS_ORIGINS: '*' })
  t.after(async () => open.close())
  const { headers } = await open.request('/v2/jobs', { headers: { origin: 'https://any.example.com' } })
  assert.equal(headers.get('access-control-allow-origin'), '*')
})

test('an invalid value of these variables is refused at the start', () => {
  const read = (env: Record<string, string>) => (): Config => readConfig(env)
  for (const value of ['yes', '10.0.0.0/33', '127.0.0.1,proxy'])
    assert.throws(read({ TRUST_PROXY: value }), ConfigError, value)
  for (const value of ['app.example.com', 'https://app.example.com/', 'https://app.example.com/page'])
    assert.throws(read({ CORS_ORIGINS: value }), ConfigError, value)
})
