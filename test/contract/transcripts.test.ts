/** GET /v2/jobs/:id/transcript, against the contract. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Client } from '../support/client.ts'
import { SAMPLE } from '../support/sample.ts'
import { serveTwoAccounts, type TwoAccounts } from '../support/two-accounts.ts'

suite('transcripts alone', () => {
  let world: TwoAccounts
  let client: Client
  let id: string
  before(async () => {
    world = await serveTwoAccounts()
    client = world.client
    const { audio_url } = await client.upload(SAMPLE)
    id = await client.create({
      audio_url,
      language_config: { languages: ['en'] },
      subtitles: true,
      subtitles_config: { formats: ['srt', 'vtt'], maximum_characters_per_row: 20 },
    })
    await client.ended(id)
  })
  after(async () => world.close())

  test('by Accept or by suffix: text, SubRip, WebVTT and JSON', async () => {
    const { transcription } = (await client.job(id)).result ?? {}
    const file = (format: string) =>
      transcription?.subtitles?.find((one) => one.format === format)?.subtitles ?? assert.fail()
    const texts = transcription?.utterances.map(({ text }) => text).join(' ')
    for (const [suffix, type, expected] of [
      ['json', 'application/json', JSON.stringify(transcription)],
      ['txt', 'text/plain', texts],
      ['srt', 'application/x-subrip', file('srt')],
      ['vtt', 'text/vtt', file('vtt')],
    ] as const) {
      const path = `/v2/jobs/${id}/transcript`
      for (const answer of [
        await client.get(`${path}.${suffix}`),
        await client.get(path, { accept: type }),
      ]) {
        assert.equal(String(answer.bytes), expected)
        assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`)
      }
    }
    const { headers } = await client.get(`/v2/jobs/${id}/transcript`)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(headers.get('vary'), 'accept')
  })

  test('with paragraphs in JSON, and a line for each utterance in text', async () => {
    const { transcription } = (await client.job(id)).result ?? {}
    const path = `/v2/jobs/${id}/transcript`
    const { paragraphs, ...rest } = JSON.parse(String((await client.get(`${path}?paragraphs=true`)).bytes))
    assert.deepEqual(rest, transcription)
    const [{ start, end, channel, text }] = paragraphs
    const utterances = transcription?.utterances ?? []
    assert.deepEqual(
      { start, end, channel, text },
      {
        start: utterances[0]?.start,
        end: utterances.at(-1)?.end,
        channel: 0,
        text: utterances.map((one) => one.text).join(' '),
      },
    )
    assert.deepEqual(paragraphs[0].utterances, [0, utterances.length - 1])
    const lines = String((await client.get(`${path}.txt?paragraphs=false`)).bytes)
    assert.equal(lines, utterances.map((one) => one.text).join('\n'))
    for (const suffix of ['.srt', '.vtt']) {
      const { validation_errors } = await client.refused(400, 'GET', `${path}${suffix}?paragraphs=true`)
      assert.match(validation_errors?.[0] ?? '', /^paragraphs: \w+ has none; ask for txt, md, docx or json$/)
    }
  })

  test('406 names what is there', async () => {
    const { message } = await client.refused(406, 'GET', `/v2/jobs/${id}/transcript`, {
      headers: { accept: 'image/png' },
    })
    assert.match(message, /application\/json, text\/plain, application\/x-subrip, text\/vtt$/)
    await client.refused(404, 'GET', `/v2/jobs/${id}/transcript.doc`)
  })

  test('409 with the remedy while the job is not done; 404 for the job of another account', async () => {
    const { message } = await client.refused(409, 'GET', `/v2/jobs/${world.liveJob}/transcript`)
    assert.match(message, /once its status is done/)
    const failed = await client.create({ audio_url: 'http://127.0.0.1:9/talk.wav' })
    await client.ended(failed)
    const refused = await client.refused(409, 'GET', `/v2/jobs/${failed}/transcript.txt`)
    assert.match(refused.message, /error_message/)
    await world.stranger.refused(404, 'GET', `/v2/jobs/${id}/transcript.txt`)
  })
})
