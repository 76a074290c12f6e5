/** The reference page: what it loads, what it would send, and that it works behind a proxy. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { PublishedApi } from './support/published-api.ts'
import { type RunningService, runService } from './support/running-service.ts'

/** The references of a page, a style sheet or its start script. */
const references = (text: string): string[] =>
  [...text.matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)]
    .map(([, attribute, style = '']) => attribute ?? style.replaceAll(/["']/g, ''))
    .filter((reference) => !reference.startsWith('data:') && !reference.startsWith('#'))

/** Loads a page with everything it refers to, all of which must be below `base`. @returns the URLs */
async function load(page: string, base: string): Promise<string[]> {
  const seen = new Set<string>()
  const open = [page]
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (seen.has(url)) continue
    seen.add(url)
    assert.ok(url.startsWith(`${base}/`), `${url} is not below ${base}`)
    const response = await fetch(url)
    assert.equal(response.status, 200, url)
    const text = await response.text()
    if (/html|css/.test(response.headers.get('content-type') ?? '')) {
      open.push(...references(text).map((reference) => new URL(reference, response.url).href))
    }
  }
  return [...seen]
}

suite('the reference page', () => {
  let service: RunningService

  before(async () => {
    service = await runService()
  })
  after(async () => service.close())

  test('is served with everything it refers to', async () => {
    const loaded = await load(`${service.url}/docs`, service.url)
    const kinds = loaded.map((url) => url.split('.').at(-1))
    assert.ok(kinds.includes('js') && kinds.includes('css'), `the page is made of ${loaded.join(' ')}`)
  })

  test('is where its references and its script lead to the description, whatever the query', async () => {
    for (const path of ['/docs?url=https://example.com', '/docs/?x', '/docs/?x=/'])
      assert.equal((await fetch(new URL(path, service.url))).url, `${service.url}/docs/`, path)
  })

  test('cannot be framed by another page', async () => {
    for (const path of ['/docs', '/docs/', '/docs/?x']) {
      const { headers } = await fetch(new URL(path, service.url))
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
    }
  })

  test('forbids the browser to load anything from other hosts', async () => {
    const response = await fetch(new URL('/docs', service.url))
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'self'/)
    assert.doesNotMatch(policy, /https?:|\*|'unsafe-eval'/)
    assert.doesNotMatch(await response.text(), /<script(?![^>]* src=)/, 'a script in the page would not run')
  })

  test('shows the same description', async () => {
    const shown = await (await fetch(`${service.url}/docs/json`)).json()
    assert.deepEqual(shown, (await PublishedApi.of(service.url)).document)
  })

  test('sends no filter that the reader did not type', async () => {
    const { document } = await PublishedApi.of(service.url)
    const parameters = Object.values(document.paths)
      .flatMap((verbs) => Object.values(verbs))
      .flatMap((operation) => operation.parameters ?? [])
    for (const { name, example, examples, schema } of parameters) {
      assert.equal(example ?? examples ?? schema.examples, undefined, name)
      // The page sends these two with their defaults, which filter nothing, and would make up an object without a default.
      if (name === 'custom_metadata') assert.deepEqual(schema.default, {})
      else if (name !== 'offset' && name !== 'limit') assert.equal(schema.default, undefined, name)
    }
  })
})

test('the reference page and the description work behind a proxy, below the path of PUBLIC_URL', async (t) => {
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

  for (const page of ['/docs', '/docs/']) await load(`${publicUrl}${page}`, publicUrl)
  const { document } = await PublishedApi.of(publicUrl)
  assert.deepEqual(document.servers, [{ url: publicUrl }])
  assert.deepEqual(await (await fetch(`${publicUrl}/docs/json`)).json(), document)
})
