/** Each family, with a made model. These tests say nothing about what real models recognise. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Engine } from '../engine.ts'
import { loadPulled } from '../load-model.ts'
import { textOf } from '../spoken-words.ts'
import { engineConformance } from '../../testing/engine-conformance.ts'
import { installed, madeEngine } from '../../testing/made-models/installed.ts'
import { nemoCtcModel } from '../../testing/made-models/nemo-ctc.ts'
import { madeFamilies } from '../../testing/made-models/families.ts'
import { senseVoiceModel } from '../../testing/made-models/sense-voice.ts'
import { PIECES, said } from '../../testing/made-models/tones.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-sherpa-'))
after(() => rmSync(root, { recursive: true }))

const text = 'bana, dore lu. ki ba do, kire.'
const { samples, words: expected } = said(text)

for (const [name, { engine: engineName, files, step, ...gives }] of Object.entries(madeFamilies))
  suite(name, () => {
    const folder = path.join(root, name)
    let engine: Engine
    before(async () => {
      engine = await madeEngine(folder, { engine: engineName, files })
    })
    after(() => engine.close())

    engineConformance(() => engine, [{ language: 'la', text, samples, maxErrorRate: 0 }], gives)

    test('words have their punctuation, and the times at which they are spoken', async () => {
      const words = await engine.recognise(samples, 'la')
      assert.deepEqual(
        words.map(({ word }) => word),
        expected.map(({ word }) => word),
      )
      for (const [i, { word, start, end }] of words.entries()) {
        const { start: from, letters: to } = expected[i]!
        assert.ok(Math.abs(start - from) <= step + 0.01, `${word} begins at ${start}, said at ${from}`)
        if (gives.givesEnds)
          assert.ok(Math.abs(end - to) <= step + 0.01, `${word} ends at ${end}, said until ${to}`)
      }
    })

    test('segments recognised concurrently have their own words', async () => {
      const texts = ['bana do', 'ki lu, ba.', 'dore', 'ki ba']
      const together = await Promise.all(texts.map((own) => engine.recognise(said(own).samples, 'la')))
      assert.deepEqual(
        together.map((words) => textOf(words).trim()),
        texts,
      )
    })

    test('a recognition aborted in progress rejects, and the next one is not disturbed', async () => {
      const reason = new Error('no longer wanted')
      const controller = new AbortController()
      const aborted = [1, 2, 3].map(() => engine.recognise(samples, 'la', { signal: controller.signal }))
      const other = engine.recognise(samples, 'la')
      controller.abort(reason)
      for (const result of await Promise.allSettled(aborted))
        assert.deepEqual(result, { status: 'rejected', reason })
      assert.equal(textOf(await other).trim(), text)
    })
  })

test('SenseVoice gets the language of each of two concurrent segments, and none for a language it does not know', async () => {
  const pieces = [...PIECES, { text: '▁qi', tone: 4, handicap: 1 }, { text: '▁gi', tone: 4, handicap: 1 }]
  const files = senseVoiceModel({ pieces, accents: { ko: '▁qi', ja: '▁gi' } })
  const engine = await madeEngine(path.join(root, 'languages'), { engine: 'sense-voice', files })
  const { samples: ki } = said('ba ki do')
  const languages = ['ko', 'ja', 'en', 'ko', 'la'] as const
  const texts = await Promise.all(
    languages.map(async (language) => textOf(await engine.recognise(ki, language))),
  )
  assert.deepEqual(
    texts.map((one) => one.replaceAll(' ', '')),
    ['baqido', 'bagido', 'bakido', 'baqido', 'bakido'],
  )
  await engine.close()
})

test('a model with a damaged file is not loaded, and the error says how to repair it', async () => {
  const folder = path.join(root, 'damaged')
  const { files } = madeFamilies['Parakeet TDT']!
  const model = await installed(folder, { engine: 'nemo-transducer', files })
  truncateSync(path.join(model.folder, 'joiner'), 10)
  await assert.rejects(
    loadPulled(model, { device: 'cpu', aligner: () => assert.fail() }),
    /joiner is damaged; run "scriptorium models pull made-nemo-transducer" to repair it/,
  )
})

test('files that are not a model are reported as such', async () => {
  const files = { ...nemoCtcModel(), model: Buffer.from('<html>Not found</html>') }
  await assert.rejects(
    madeEngine(path.join(root, 'page'), { engine: 'nemo-ctc', files }),
    /sherpa-onnx cannot load its files: .*model/,
  )
})
