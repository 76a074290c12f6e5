/** The page of an unfinished job: its status, and its text during recognition. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Reply } from '../../src/platform/net/testing/replies.ts'
import { speechServer, transcribes } from '../../src/speech/testing/speech-server.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { cutSample } from '../support/sample.ts'
import { until } from '../support/until.ts'

/** Two segments of speech of different lengths, with a pause between them. */
const [SHORT, LONG] = [cutSample(0, 2), cutSample(0, 4)]
const AUDIO = Buffer.concat([SHORT, Buffer.alloc(4 * 32_000), LONG.subarray(44)])
AUDIO.writeUInt32LE(AUDIO.length - 8, 4)
AUDIO.writeUInt32LE(AUDIO.length - 44, 40)

const says = (text: string) => {
  const words = text.split(' ').map((word, at) => ({ word, start: 0.5 + at / 2, end: 0.9 + at / 2 }))
  return transcribes({ text, words })
}

suite('an unfinished job', { skip: browserMissing }, () => {
  /** The answer for the second segment, once the test gives it. */
  const [first, second] = [Promise.withResolvers<Reply>(), Promise.withResolvers<Reply>()]
  const server = speechServer({ after }, async ({ samples }) =>
    samples.length < 3 * 16_000 ? first.promise : second.promise,
  )

  test('shows its stages and the text so far, in the place of its transcript', async () => {
    const { service, page, problems } = await openConsole({
      env: { SPEECH_URL: (await server).url, SPEECH_MODEL: 'big' },
    })
    const client = await Client.of(service)
    const { audio_url } = await client.upload(AUDIO)
    const id = await client.create({ audio_url, language_config: { languages: ['en'] } })
    await page.goto(`${service.url}/console/jobs/${id}`)
    await page.getByText('Recognising speech').waitFor()
    assert.equal(await page.getByText('Waiting', { exact: true }).count(), 0)
    first.resolve(says('Hello there.'))
    const growing = page.getByRole('region', { name: 'Recognised so far' })
    await growing.getByText('Hello there.').waitFor()
    assert.deepEqual(await findings(page), [])
    await page.setViewportSize({ width: 320, height: 700 })
    // Its header is drawn again.
    await until(async () => fits(page))
    await page.setViewportSize({ width: 1280, height: 800 })
    const { x } = (await growing.boundingBox())!
    second.resolve(says('And goodbye.'))
    await page.locator('.transcript [data-index]').getByText('And goodbye.').waitFor()
    assert.equal(await growing.count(), 0)
    assert.ok(Math.abs((await page.locator('.paragraph-text').first().boundingBox())!.x - x) < 2)
    assert.deepEqual(problems, [])
  })
})
