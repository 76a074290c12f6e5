/**
 * Recognition with an engine that writes no punctuation, from a recording to utterances. Both the engine and the
 * punctuation models are made for the test.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, suite, test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { Word } from '../../contract/transcript.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { EngineFamily } from '../engines/engine.ts'
import { LoadedEngines } from '../engines/loaded-engines.ts'
import { cnnBilstm } from '../testing/made-models/punctuation.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { pulled } from '../testing/pulled-model.ts'
import { joined, silence } from '../testing/signals.ts'
import { kennedy } from '../testing/speech.ts'
import { Recogniser } from './recogniser.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-unpunctuated-'))
after(() => rmSync(root, { recursive: true }))

const SENTENCE = ['hello', 'it', 'is', 'raining', 'in', 'the', 'usa']

/** Recites the sentence over and over, one word per half second, across segments. */
function reciter(): EngineFamily {
  let next = 0
  const recite = (samples: Float32Array): Word[] =>
    Array.from({ length: Math.floor((2 * samples.length) / SAMPLE_RATE) }, (_, i) => ({
      word: ` ${SENTENCE[next++ % SENTENCE.length]}`,
      start: i / 2,
      end: i / 2 + 0.5,
      confidence: 0.99,
    }))
  return {
    name: 'reciter',
    files: ['text'],
    load: async (files) => {
      await files.read('text')
      return { recognise: async (samples) => recite(samples), close: async () => {} }
    },
  }
}

const engine = (about: object = {}) =>
  pulled(
    root,
    { text: Buffer.from('none') },
    {
      name: 'reciter',
      purpose: 'recognition',
      engine: 'reciter',
      identifiesLanguages: false,
      punctuates: false,
      ...about,
    },
  )
const marks = (about: object = {}) =>
  pulled(root, cnnBilstm({ hello: { before: '.', case: 'capital' }, usa: { case: 'upper' } }), {
    name: 'marks',
    purpose: 'punctuation',
    engine: 'cnn-bilstm',
    ...about,
  })

/** Without a pause of two seconds, so that segments end in mid-sentence. */
const speech = joined(...Array.from({ length: 8 }, () => [kennedy.samples, silence(0.3)]).flat())

async function textOf(models: readonly PulledModel[]): Promise<string> {
  const recogniser = new Recogniser(new LoadedEngines([reciter()]))
  await recogniser.use(models, 'cpu')
  const options = { languages: ['en'], codeSwitching: false } as const
  const { utterances } = await recogniser.recognise(recordingOf(speech), options)
  await recogniser.close()
  for (const { words, text } of utterances)
    assert.equal(words.map(({ word }) => word).join(''), text, 'utterances consist of their words')
  return utterances.map(({ text }) => text).join(' ')
}

suite('an engine without punctuation', () => {
  test('gets marks from a punctuation model, also where segments end in mid-sentence', async () => {
    const text = await textOf([await engine(), await marks()])
    const sentences = text.split(/(?<=\.) /)
    assert.ok(sentences.length > 20, text)
    for (const sentence of sentences.slice(0, -1)) assert.equal(sentence, 'Hello it is raining in the USA.')
    assert.match(sentences.at(-1)!, /^Hello.*\.$/)
  })

  test('gets no marks without a model for its language, nor if it writes its own', async () => {
    for (const models of [
      [await engine()],
      [await engine(), await marks({ languages: ['de'] })],
      [await engine({ punctuates: true }), await marks()],
    ])
      assert.match(await textOf(models), /^(?:hello it is raining in the usa )+hello[a-z ]*$/)
  })
})

test('if an engine cannot be loaded, the abilities of the next one count', async (t) => {
  t.mock.method(process.stderr, 'write', () => true)
  const damaged = await engine({ name: 'damaged' })
  writeFileSync(path.join(damaged.folder, 'text'), 'other')
  const engines = new LoadedEngines([reciter()])
  await engines.use([damaged, await engine({ punctuates: true })])
  assert.equal(engines.punctuates('en'), false)
  await engines.for('en')
  assert.equal(engines.punctuates('en'), true)
  await engines.close()
})
