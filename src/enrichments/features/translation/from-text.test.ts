import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Utterance } from '../../../contract/transcript.ts'
import type { LanguageModel, Question } from '../../../models/language/language-model.ts'
import type { Timing } from './translated-utterance.ts'
import { translateText } from './from-text.ts'
import type { Wording } from './instructions.ts'

/** One word per second, each 0.5 s long. */
function said(text: string, start: number, more: Partial<Utterance> = {}): Utterance {
  const words = text.split(' ').map((word, index) => ({
    word: index === 0 ? word : ` ${word}`,
    start: start + index,
    end: start + index + 0.5,
    confidence: 0.8,
  }))
  const end = words.at(-1)?.end ?? start
  return { text, start, end, confidence: 0.8, channel: 0, language: 'de', words, ...more }
}

const manner: Timing & Wording = {
  match_original_utterances: true,
  lipsync: true,
  context_adaptation: true,
  informal: false,
}
const { signal } = new AbortController()

interface Line {
  id: number
  text: string
}

/** Records what it was asked, and answers with what `reply` returns for the lines. */
class ScriptedModel implements LanguageModel {
  readonly maxCharacters: number
  readonly asked: { instructions: string; lines: Line[]; before?: string[] }[] = []
  readonly #reply: (lines: Line[], time: number) => Line[]

  constructor(reply: (lines: Line[], time: number) => Line[], maxCharacters = 10_000) {
    this.#reply = reply
    this.maxCharacters = maxCharacters
  }

  ask<Answer>({ instructions, text, answer }: Question<Answer>): Promise<Answer> {
    assert.ok(text.length <= this.maxCharacters)
    const content: { lines: Line[]; before?: string[] } = JSON.parse(text)
    this.asked.push({ instructions, ...content })
    return Promise.resolve(answer.parse({ translations: this.#reply(content.lines, this.asked.length) }))
  }
}

const shout = (lines: Line[]) => lines.map(({ id, text }) => ({ id, text: `${text.toUpperCase()}!` }))

test('each utterance has its own translation at its own time, whatever the order of the answer', async () => {
  const originals = [said('guten Tag', 1, { speaker: 1 }), said('wie geht es', 8, { channel: 1 })]
  const model = new ScriptedModel((lines) => shout(lines).toReversed())
  const translated = await translateText(originals, 'fr', manner, model, signal)
  assert.deepEqual(
    translated.map(({ text, start, end, speaker, channel, language }) => ({
      text,
      start,
      end,
      speaker,
      channel,
      language,
    })),
    [
      { text: 'GUTEN TAG!', start: 1, end: 2.5, speaker: 1, channel: 0, language: 'fr' },
      { text: 'WIE GEHT ES!', start: 8, end: 10.5, speaker: undefined, channel: 1, language: 'fr' },
    ],
  )
  assert.equal(model.asked.length, 1)
  for (const { words, text, confidence } of translated) {
    assert.equal(words.map(({ word }) => word).join(''), text)
    assert.equal(confidence, 0.8)
  }
})

const WRONG: Record<string, (lines: Line[]) => Line[]> = {
  'an id is missing': (lines) => shout(lines).slice(1),
  'an id is too many': (lines) => [...shout(lines), { id: 9, text: 'More.' }],
  'an id is there twice': (lines) => [...shout(lines), ...shout(lines).slice(0, 1)],
  'the ids are others': (lines) => shout(lines).map(({ id, text }) => ({ id: id + 1, text })),
}

for (const [name, reply] of Object.entries(WRONG)) {
  test(`where ${name}, the model is asked once more, with the valid ids`, async () => {
    const originals = [said('eins', 0), said('zwei', 2), said('drei', 4)]
    const mended = new ScriptedModel((lines, time) => (time === 1 ? reply(lines) : shout(lines)))
    const translated = await translateText(originals, 'fr', manner, mended, signal)
    assert.deepEqual(
      translated.map(({ text }) => text),
      ['EINS!', 'ZWEI!', 'DREI!'],
    )
    assert.equal(mended.asked.length, 2)
    assert.match(mended.asked[1]?.instructions ?? '', /every id from 1 to 3 exactly once/)

    const stubborn = new ScriptedModel(reply)
    await assert.rejects(translateText(originals, 'fr', manner, stubborn, signal), {
      name: 'EnrichmentError',
      statusCode: 502,
      remedy: /LLM_MODEL/,
    })
    assert.equal(stubborn.asked.length, 2)
  })
}

test('a long transcript is translated in batches that fit, and a long utterance in parts', async () => {
  const long = Array.from({ length: 120 }, (_, index) => `wort${index}`).join(' ')
  const originals = [
    ...Array.from({ length: 50 }, (_, i) => said(`Satz ${i} ist da`, i * 5)),
    said(long, 300),
  ]
  const model = new ScriptedModel((lines) => lines.map(({ id, text }) => ({ id, text: `<${text}>` })), 600)
  const translated = await translateText(originals, 'es', manner, model, signal)
  assert.ok(model.asked.length > 5)
  assert.deepEqual(
    translated.slice(0, 50).map(({ text }) => text),
    originals.slice(0, 50).map(({ text }) => `<${text}>`),
  )
  assert.equal(translated.length, 51)
  assert.equal(translated[50]?.text.replaceAll(/[<>]/g, ''), long)
})

test('the options of the request reach the model, and the context only if it may be used', async () => {
  const originals = [said('guten Tag', 0), said('こんにちは', 3, { language: 'ja' })]
  const instructions = async (wishes: Partial<Wording>) => {
    const model = new ScriptedModel(shout)
    await translateText(originals, 'nn', { ...manner, ...wishes }, model, signal)
    return model.asked[0]?.instructions ?? ''
  }
  const context = 'A visit to the dentist.'
  assert.match(await instructions({}), /from German and Japanese into Norwegian Nynorsk/)
  assert.match(await instructions({ context }), /A visit to the dentist\./)
  assert.doesNotMatch(await instructions({ context, context_adaptation: false }), /dentist/)
  assert.notEqual(await instructions({ informal: true }), await instructions({ informal: false }))
  assert.notEqual(await instructions({ lipsync: true }), await instructions({ lipsync: false }))
})

test('unless utterances must match, a sentence is translated as a whole, at its own time', async () => {
  const originals = [said('Ja. Frag nicht', 0), said('was du tust. Danke.', 4)]
  const model = new ScriptedModel(shout)
  const translated = await translateText(
    originals,
    'fr',
    { ...manner, match_original_utterances: false },
    model,
    signal,
  )
  assert.deepEqual(
    translated.map(({ text, start, end }) => [text, start, end]),
    [
      ['JA.!', 0, 0.5],
      ['FRAG NICHT WAS DU TUST.!', 1, 6.5],
      ['DANKE.!', 7, 7.5],
    ],
  )
})

test('with lipsync no word falls into a pause of the original; without it, words are spread evenly', async () => {
  const original = said('ja nein', 0)
  const model = new ScriptedModel((lines) => lines.map(({ id }) => ({ id, text: 'oui non' })))
  const starts = async (lipsync: boolean) => {
    const [translated] = await translateText([original], 'fr', { ...manner, lipsync }, model, signal)
    return translated?.words.map(({ start, end }) => [start, end])
  }
  assert.deepEqual(await starts(true), [
    [0, 0.429],
    [0.429, 1.5],
  ])
  assert.deepEqual(await starts(false), [
    [0, 0.643],
    [0.643, 1.5],
  ])
})
