/** The pages of the reference: what they load, what they may do, and that they work behind a proxy. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { PublishedApi } from './support/published-api.ts'
import { type RunningService, runService } from './support/running-service.ts'

/** The start page, with and without a trailing slash, and a view below it. */
const PAGES = ['/docs', '/docs/', '/docs/?q=/', '/docs/operations/listJobs']

/** As a browser requests a page. */
const open = async (url: string): Promise<Response> => fetch(url, { headers: { accept: 'text/html,*/*' } })

/** Loads a page and everything it refers to, which must be its own style sheet, script and imports, below `base`. */
async function load(url: string, base: string): Promise<void> {
  const page = await open(url)
  assert.equal(page.status, 200, url)
  const references = [...(await page.text()).matchAll(/(?:src|href)="([^"]*)"/g)]
    .map(([, reference = '']) => reference)
    .filter((reference) => !reference.startsWith('data:'))
  assert.deepEqual(
    references.map((reference) => /(?:reference|chunk)-\w+\.\w+$/.exec(reference)?.[0].replace(/-.*\./, '.')),
    ['reference.css', 'chunk.js', 'reference.js'],
    url,
  )
  for (const reference of references) {
    const asset = new URL(reference, page.url).href
    assert.ok(asset.startsWith(`${base}/docs/assets/`), asset)
    assert.equal((await fetch(asset)).status, 200, asset)
  }
}

suite('the reference', () => {
  let service: RunningService

  before(async () => {
    service = await runService()
  })
  after(async () => service.close())

  test('is served at every path with everything it refers to', async () => {
    for (const page of PAGES) await load(`${service.url}${page}`, service.url)
  })

  test('may not be framed, load or run anything from elsewhere, or write HTML', async () => {
    for (const page of PAGES) {
      const { headers } = await open(`${service.url}${page}`)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/)
      assert.doesNotMatch(policy, /https?:|\*|'unsafe-/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
    }
  })

  test('is not returned to clients that do not accept HTML', async () => {
    const answer = await fetch(`${service.url}/docs/operations`)
    assert.equal(answer.status, 404)
    assert.match(answer.headers.get('content-type') ?? '', /json/)
  })

  test('shows the published description', async () => {
    const shown = await (await fetch(`${service.url}/docs/json`)).json()
    assert.deepEqual(shown, (await PublishedApi.of(service.url)).document)
  })
})

test('the reference and the description work behind a proxy, below the path of PUBLIC_URL', async (t) => {
  let target = ''
  const proxy = await listenHttp(t, (incoming, outgoing) => {
    const url = new URL((incoming.url ?? '').replace('/speech', ''), target)
    const forwarded = httpRequest(url, { headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  const publicUrl = `http://127.0.0.1:${proxy.port}/speech`
  const service = await runService({ PUBLIC_URL: publicUrl })
  t.after(async () => service.close())
  target = service.url

  for (const page of PAGES) await load(`${publicUrl}${page}`, publicUrl)
  const { document } = await PublishedApi.of(publicUrl)
  assert.deepEqual(document.servers, [{ url: publicUrl }])
  assert.deepEqual(await (await fetch(`${publicUrl}/docs/json`)).json(), document)
})
