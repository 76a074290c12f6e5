/** Browsers must not interpret answers as something else, reveal them to other origins, or cache them for other users. */
import assert from 'node:assert/strict'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { addDoneJob } from '../support/console-jobs.ts'
import { Client } from '../support/client.ts'
import { type RunningService, runService } from '../support/running-service.ts'

const MARKUP = '<script>alert(1)</script>'

suite('a browser', () => {
  let service: RunningService
  let client: Client
  let job = ''

  before(async () => {
    service = await runService({}, async (store) => {
      job = await addDoneJob(store, { filename: 'talk.mp3', metadata: {}, lines: [MARKUP], text: MARKUP })
    })
    client = await Client.of(service)
  })
  after(async () => service.close())

  test('does not render a transcript as a page, and saves it as a file', async () => {
    for (const suffix of ['', '.txt', '.srt', '.vtt', '.json']) {
      const { status, headers, bytes } = await client.get(`/v2/jobs/${job}/transcript${suffix}`)
      assert.equal(status, 200)
      assert.ok(String(bytes).includes('alert(1)'))
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      const name = `${job}${suffix || '.json'}`
      assert.equal(headers.get('content-disposition'), `attachment; filename=${name}`)
      assert.equal(headers.get('cache-control'), 'private, no-cache')
    }
  })

  test('gives pages of another origin no answer, and keeps none for other users', async () => {
    const paths = [
      '/v2/jobs',
      `/v2/jobs/${job}`,
      `/v2/jobs/${job}/matches?q=a`,
      '/v2/usage',
      '/v2/keys',
      '/v2/nothing',
    ]
    const anonymous = ['/health', '/openapi.json', '/docs/', '/console', '/console/session', '/%', '/nothing']
    for (const path of [...paths, ...anonymous]) {
      const { headers } = await rawGet(new URL(service.url), path, service.key)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', path)
      if (paths.includes(path) && path !== '/v2/nothing')
        assert.match(String(headers['cache-control']), /^(private, no-cache|no-store)$/, path)
    }
  })

  test('downloads the console page again only when its version differs', async () => {
    const page = async (known: Record<string, string>) =>
      fetch(`${service.url}/console`, { headers: { accept: 'text/html', ...known } })
    const tag = (await page({})).headers.get('etag') ?? assert.fail('no etag')
    assert.equal((await page({ 'if-none-match': `W/${tag}` })).status, 304)
    const newer = await page({ 'if-none-match': '"of-an-older-version"' })
    assert.equal(newer.status, 200)
    assert.match(await newer.text(), /<script/)
  })
})

/** `fetch` would normalise the path. */
async function rawGet({ hostname, port }: URL, path: string, key: string) {
  const request = httpRequest({
    hostname,
    port,
    path,
    headers: { 'x-service-key': key, accept: 'text/html' },
  })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.on('response', resolve).on('error', reject).end()
  const response = await promise
  await text(response)
  return response
}
