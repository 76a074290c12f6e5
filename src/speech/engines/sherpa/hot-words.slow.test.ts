/** Vocabulary words with made transducers that spell one tone in two ways. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import { madeEngine } from '../../testing/made-models/installed.ts'
import { nemoTransducerModel } from '../../testing/made-models/nemo-transducer.ts'
import { PIECES, said } from '../../testing/made-models/tones.ts'
import { transducerModel } from '../../testing/made-models/transducer.ts'
import type { Engine, VocabularyWord } from '../engine.ts'
import { textOf } from '../spoken-words.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-hot-words-'))
// The engine writes the list of pieces there.
process.env['TMPDIR'] = root
after(() => rmSync(root, { recursive: true }))

/** `qi` sounds like `ki`, and `ри` like `re`; their scores are slightly lower. */
const pieces = [...PIECES, { text: '▁qi', tone: 4, handicap: 1 }, { text: 'ри', tone: 3, handicap: 1 }]
const { samples } = said('bana, dore lu. ki ba')

const made = {
  'nemo-transducer': nemoTransducerModel({ pieces }),
  transducer: transducerModel(pieces),
}

for (const [family, files] of Object.entries(made))
  suite(`words that a ${family} expects`, () => {
    let engine: Engine
    before(async () => {
      engine = await madeEngine(path.join(root, family), { engine: family, files })
    })
    after(() => engine.close())

    /** Recognises the speech with these words expected. */
    const recognised = async (...vocabulary: readonly (string | VocabularyWord)[]) => {
      const words = vocabulary.map((word) =>
        typeof word === 'string' ? { text: word, intensity: 0.5 } : word,
      )
      return textOf(await engine.recognise(samples, 'la', { vocabulary: words })).trim()
    }

    test('decide between two spellings', async () => {
      assert.equal(await recognised(), 'bana, dore lu. ki ba')
      assert.equal(await recognised('qi'), 'bana, dore lu. qi ba')
      assert.equal(await recognised(), 'bana, dore lu. ki ba', 'those of an earlier job are forgotten')
    })

    test('decide according to their intensity', async () => {
      assert.equal(await recognised({ text: 'qi', intensity: 0.1 }), 'bana, dore lu. ki ba')
      assert.equal(await recognised({ text: 'qi', intensity: 0 }), 'bana, dore lu. ki ba')
      assert.equal(await recognised({ text: 'qi', intensity: 1 }), 'bana, dore lu. qi ba')
    })

    test('can be several words, of which one alone is not expected', async () => {
      assert.equal(await recognised('lu. qi'), 'bana, dore lu. qi ba')
      assert.equal(await recognised('ba qi'), 'bana, dore lu. ki ba')
    })

    test('are not written if nothing like them is spoken', async () => {
      assert.equal(await recognised('lure', 'luna', 'do ba', 'bare'), 'bana, dore lu. ki ba')
      const silence = new Float32Array(16_000)
      assert.deepEqual(
        await engine.recognise(silence, 'la', { vocabulary: [{ text: 'qi', intensity: 1 }] }),
        [],
      )
    })

    test('are lowercased if the model has only lower-case letters, and may be in other scripts', async () => {
      assert.equal(await recognised('QI'), 'bana, dore lu. qi ba')
      assert.equal(await recognised('doри'), 'bana, doри lu. ki ba')
    })

    test('that the model cannot write, or that have a special meaning for the library, change nothing', async () => {
      const odd = [
        'Łódź',
        'xyz',
        ':',
        'ki :9',
        ':2',
        '#1',
        '@home',
        'AC/DC',
        '/',
        ' ',
        '',
        '🎉',
        '<blk>',
        '▁',
      ]
      assert.equal(await recognised(...odd), 'bana, dore lu. ki ba')
      assert.equal(await recognised(...odd, 'qi'), 'bana, dore lu. qi ba')
    })

    test('may number a thousand', async () => {
      const many = Array.from({ length: 999 }, (_, i) => (i % 2 === 0 ? 'lunare'.repeat(i / 40) : `x${i}`))
      assert.equal(await recognised(...many, 'qi'), 'bana, dore lu. qi ba')
    })

    test('keep confidences between 0 and 1', async () => {
      const vocabulary = [{ text: 'qi', intensity: 1 }]
      for (const { confidence } of await engine.recognise(samples, 'la', { vocabulary }))
        assert.ok(confidence > 0 && confidence <= 1, `${confidence}`)
    })

    test('do not mix between concurrent jobs', async () => {
      const texts = await Promise.all([recognised(), recognised('qi'), recognised(), recognised('qi')])
      assert.deepEqual(
        texts.map((text) => text.includes('qi')),
        [false, true, false, true],
      )
    })

    test('leave no file behind', async () => {
      const own = readdirSync(tmpdir()).filter((name) => name.startsWith('scriptorium-pieces-'))
      assert.deepEqual(own, [])
    })
  })
