/** The official client of OpenAI translates speech into English. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI from 'openai'
import { openAiTranslationAnswer } from '../src/contract/openai.ts'
import { clipIn } from '../src/speech/testing/speech.ts'
import { runService } from './support/running-service.ts'
import { beginningOf } from './support/sample.ts'

test('the OpenAI client gets a translation of German speech', async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  const openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key })
  const file = new File([beginningOf(clipIn('de'), 6)], 'talk.wav')
  const translated = await openai.audio.translations.create({
    file,
    model: 'whisper-1',
    response_format: 'verbose_json',
  })
  assert.partialDeepStrictEqual(translated, { task: 'translate', language: 'english' })
  openAiTranslationAnswer.parse(translated)
  assert.match(translated.text, /for the best/i)
})
