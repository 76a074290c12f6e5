/** The TypeScript client in a browser, and the example of a page with live captions. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { build } from 'esbuild'
import { Scriptorium } from '../../clients/typescript/src/index.ts'
import { kennedyEnd } from '../../src/speech/testing/speech.ts'
import { browserMissing, microphoneOf } from '../support/browser.ts'
import { exampleIn, folderWithClient, started } from '../support/client-package.ts'
import { serviceAndBrowser, watchedPage } from '../support/console-page.ts'
import { SAMPLE } from '../support/sample.ts'

/** The origin of a page that uses the service, which browsers do not consider secure. */
const PAGE = 'http://page.test'
const CLIENT = '../../clients/typescript/src/index.ts'

/** What the page does with the client. */
const USE = `async ({ url, key }) => {
  const { Scriptorium, ScriptoriumError } = await import('/client.js')
  const scriptorium = new Scriptorium({ url, key })
  const sent = []
  const audio = await (await fetch('/talk.wav')).blob()
  const { audio_url } = await scriptorium.upload(new File([audio], 'talk.wav'), { onProgress: (one) => sent.push(one) })
  const { audio_metadata: streamed } = await scriptorium.upload(audio.stream())
  const { id } = await scriptorium.create({ audio_url })
  const { status, result } = await scriptorium.wait(id)
  const listed = []
  for await (const job of scriptorium.list({ limit: 1, fields: ['id'] })) listed.push(job.id)

  const session = await scriptorium.live({ language_config: { languages: ['en'] } })
  const messages = (async () => {
    const texts = []
    for await (const { type, data } of session) if (type === 'transcript') texts.push(data.utterance.text)
    return texts.join('')
  })()
  await session.send(await audio.arrayBuffer())
  await session.finish()

  const abort = new AbortController()
  const aborted = scriptorium.upload(audio, { onProgress: () => {}, signal: abort.signal }).catch(({ name }) => name)
  abort.abort()
  const refused = await scriptorium.upload(new Blob(['no audio']), { onProgress: () => {} }).catch((error) => error)
  return {
    sent: sent.at(-1), streamed: streamed.size, status, text: result.transcription.full_transcript, listed, id,
    live: await messages, aborted: await aborted, refused: [refused instanceof ScriptoriumError, refused.code, refused.status],
  }
}`

interface Used extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly listed: readonly string[]
  readonly sent: { readonly sent: number; readonly total: number }
}

suite('the client in a browser', { skip: browserMissing }, async () => {
  const { service, browser } = await serviceAndBrowser({
    env: { CORS_ORIGINS: PAGE },
    args: [
      // Otherwise, pages that are not secure may not use a service at a private address.
      '--disable-features=LocalNetworkAccessChecks',
      ...microphoneOf(kennedyEnd.samples),
    ],
  })

  test('uploads with progress, waits, lists, and transcribes live from another origin', async () => {
    const entry = new URL(CLIENT, import.meta.url).pathname
    const bundle = await build({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    const { page, problems } = await watchedPage(await browser.newContext())
    const files: Record<string, { body: string | Buffer; contentType: string }> = {
      '/': { body: '<!doctype html><title>page</title>', contentType: 'text/html' },
      '/client.js': { body: bundle.outputFiles[0]?.text ?? '', contentType: 'text/javascript' },
      '/talk.wav': { body: SAMPLE, contentType: 'audio/wav' },
    }
    await page.route(`${PAGE}/**`, async (route) =>
      route.fulfill(files[new URL(route.request().url()).pathname] ?? { status: 404 }),
    )
    await page.goto(PAGE)
    const { url, key } = service
    const used = await page.evaluate<Used>(`(${USE})(${JSON.stringify({ url, key })})`)
    const { id, listed, sent, text, live, ...rest } = used
    assert.deepEqual(rest, {
      streamed: SAMPLE.length,
      status: 'done',
      aborted: 'AbortError',
      refused: [true, 'unusable_audio', 422],
    })
    // The form is a little longer than its file.
    assert.ok(sent.sent === sent.total && sent.total >= SAMPLE.length)
    assert.deepEqual(listed, [id])
    assert.match(String(text), /you can find it again/)
    assert.match(String(live), /you can find it again/)
    assert.deepEqual(problems, [])
  })

  test('the live captions example shows what is spoken, without the key', async (t) => {
    const example = await exampleIn(await folderWithClient(), 'live-captions')
    const env = { SCRIPTORIUM_URL: service.url, SCRIPTORIUM_KEY: service.key, PORT: '0' }
    const url = await started(t, [join(example, 'serve.js')], env, /http:\S+/)
    const { page, problems } = await watchedPage(await browser.newContext())
    const requests: string[] = []
    page.on('request', (request) =>
      requests.push(JSON.stringify(request.headers()) + (request.postData() ?? '')),
    )
    await page.goto(url)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('#captions .partial').first().waitFor()
    await page
      .locator('#captions .final', { hasText: /country/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Start' }).waitFor()
    assert.equal(await page.getByRole('alert').innerText(), '')
    assert.ok(requests.every((request) => !request.includes(service.key)))
    assert.deepEqual(problems, [])
    const [job] = await Array.fromAsync(new Scriptorium(service).list({ kind: ['live'], limit: 1 }))
    assert.equal(job?.status, 'done')
  })
})
