import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Recogniser } from '../batch/recogniser.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { noise, silence, tone } from '../testing/signals.ts'
import { clipIn, fleurs, type Speech } from '../testing/speech.ts'
import { wordErrorRate } from '../testing/word-errors.ts'
import { loadBundled } from './load-model.ts'
import { type Whisper, whisper as family } from './whisper.ts'

let whisper: Whisper
before(async () => {
  whisper = await loadBundled(family)
})
after(() => whisper.close())

async function heard({ samples, language }: Speech, prompt?: string): Promise<string> {
  const words = await whisper.recognise(samples, language, prompt === undefined ? {} : { prompt })
  return words.map(({ word }) => word).join('')
}

test('a name is written as in the prompt', async () => {
  const german = clipIn('de')
  assert.match(await heard(german), /Hong Kong/)
  assert.match(await heard(german, 'Eine Reise nach Hongkong und Kowloon.'), /Hongkong/)
})

test('words of the prompt are understood that were not without it', async () => {
  const japanese = clipIn('ja')
  const prompt = '敵対的環境コース、現地企業、住所'
  const without = wordErrorRate(japanese.text, await heard(japanese), 'ja')
  const prompted = wordErrorRate(japanese.text, await heard(japanese, prompt), 'ja')
  assert.ok(prompted < without, `${prompted} with it, ${without} without`)
})

test('a prompt about something else, longer than there is room for, does not hinder', async () => {
  const german = clipIn('de')
  const without = wordErrorRate(german.text, await heard(german), 'de')
  const text = await heard(german, 'Ein Vortrag über Katzen und Hunde. '.repeat(100))
  assert.ok(wordErrorRate(german.text, text, 'de') <= without + 0.06, text)
  assert.doesNotMatch(text, /Katze|Hund/)
})

test('a prompt is not heard where nobody speaks', async () => {
  for (const samples of [silence(5), noise(5, 0.001), noise(10, 0.3), tone(5, 440)])
    assert.equal(await heard({ samples, language: 'de', text: '' }, 'Eine Reise nach Hongkong.'), '')
})

test('a recording is transcribed with its prompt, and the prompt does not tell the language', async () => {
  const recogniser = new Recogniser()
  after(() => recogniser.close())
  const recording = recordingOf(clipIn('de').samples)
  const languages = fleurs.map(({ language }) => language)
  const { utterances } = await recogniser.recognise(recording, {
    languages,
    codeSwitching: false,
    prompt: 'Un voyage à Hongkong, avec des amis français.',
  })
  assert.deepEqual([...new Set(utterances.map(({ language }) => language))], ['de'])
  assert.match(utterances.map(({ text }) => text).join(' '), /Hongkong/)
})
