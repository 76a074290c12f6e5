/** Each family with an attention decoder, with a made model. These tests say nothing about what real models recognise. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import { randomFrom } from '../../../../test/support/random.ts'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import { engineConformance } from '../../testing/engine-conformance.ts'
import { TWO_LANGUAGES } from '../../testing/made-models/attention.ts'
import { canaryModel } from '../../testing/made-models/canary.ts'
import { cohereTranscribeModel } from '../../testing/made-models/cohere-transcribe.ts'
import { installed, madeEngine } from '../../testing/made-models/installed.ts'
import { madeAligner } from '../../testing/made-models/made-aligner.ts'
import type { ModelFiles } from '../../testing/made-models/made-model.ts'
import { moonshineModel } from '../../testing/made-models/moonshine-v2.ts'
import { qwen3AsrModel } from '../../testing/made-models/qwen3-asr.ts'
import { said } from '../../testing/made-models/tones.ts'
import { noise } from '../../testing/signals.ts'
import type { Engine, RecogniseOptions } from '../engine.ts'
import { loadPulled } from '../load-model.ts'
import { textOf } from '../spoken-words.ts'
import { tryModel } from '../try-model.ts'

interface Family {
  readonly engine: string
  readonly files: ModelFiles
  readonly languages: [LanguageCode, ...LanguageCode[]]
  /** A file without which the model cannot be loaded. */
  readonly file: string
}

const families: Readonly<Record<string, Family>> = {
  Canary: { engine: 'canary', files: canaryModel(), languages: ['de', 'en'], file: 'decoder' },
  'Cohere Transcribe': {
    engine: 'cohere-transcribe',
    files: cohereTranscribeModel(),
    languages: ['de', 'en'],
    file: 'encoder.int8.onnx.data',
  },
  'Moonshine 2': {
    engine: 'moonshine-v2',
    files: await moonshineModel({ de: TWO_LANGUAGES.de }),
    languages: ['de'],
    file: 'encoder.ort',
  },
  'Qwen3-ASR': {
    engine: 'qwen3-asr',
    files: qwen3AsrModel(),
    languages: ['de', 'en'],
    file: 'vocab.json',
  },
}

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-attention-'))
after(() => rmSync(root, { recursive: true }))

const aligner = madeAligner([...TWO_LANGUAGES.de, ...TWO_LANGUAGES.en])
/** With faint noise; without it, the model hears a mixture of both tones between two tones. */
function german(text: string) {
  const { samples: pure, words } = said(text, { pieces: TWO_LANGUAGES.de })
  const faint = noise(pure.length / SAMPLE_RATE, 0.003)
  return { samples: pure.map((sample, i) => sample + (faint[i] ?? 0)), words }
}
const text = 'womi, geta so. hu wo ge, huta.'
const { samples, words: expected } = german(text)

for (const [name, { engine: engineName, files, languages, file }] of Object.entries(families))
  suite(name, () => {
    const folder = path.join(root, engineName)
    const model = { engine: engineName, files, languages, aligner }
    let engine: Engine
    before(async () => {
      engine = await madeEngine(folder, model)
    })
    after(() => engine.close())

    engineConformance(() => engine, [{ language: 'de', text, samples, maxErrorRate: 0 }], {
      givesProbabilities: false,
    })

    test('words have their punctuation, and the times at which an aligner finds them', async () => {
      const words = await engine.recognise(samples, 'de')
      assert.deepEqual(
        words.map(({ word }) => word),
        expected.map(({ word }) => word),
      )
      for (const [i, { word, start, end }] of words.entries()) {
        assert.ok(Math.abs(start - expected[i]!.start) < 0.02, `${word} begins at ${start}`)
        assert.ok(Math.abs(end - expected[i]!.end) < 0.02, `${word} ends at ${end}`)
      }
    })

    test('segments recognised concurrently have their own words, each in its language', async () => {
      const texts = ['womi ge', 'hu so, wo.', 'geta', 'hu wo']
      const segments = texts.flatMap((own) => languages.map((language) => ({ own, language })))
      const together = await Promise.all(
        segments.map(({ own, language }) => engine.recognise(german(own).samples, language)),
      )
      for (const [i, { own, language }] of segments.entries())
        assert.equal(textOf(together[i]!).trim(), language === 'de' ? own : inEnglish(own))
    })

    test('a recognition aborted in progress rejects, and the next one is not disturbed', async () => {
      const reason = new Error('no longer wanted')
      const controller = new AbortController()
      const aborted = [1, 2, 3].map(() => engine.recognise(samples, 'de', { signal: controller.signal }))
      const other = engine.recognise(samples, 'de')
      controller.abort(reason)
      for (const result of await Promise.allSettled(aborted))
        assert.deepEqual(result, { status: 'rejected', reason })
      assert.equal(textOf(await other).trim(), text)
    })

    test('the longest segment has all of its words, with the longest prompt', async () => {
      // 27.4 s, in an order that does not look like a loop.
      const random = randomFrom(1)
      const long = Array.from({ length: 68 }, () => ['hu', 'so', 'wo', 'ge'][Math.floor(4 * random())]).join(
        ' ',
      )
      const prompt = 'womi '.repeat(500)
      const words = await engine.recognise(german(long).samples, 'de', { prompt })
      assert.equal(textOf(words).trim(), long)
    })

    test('a model passes its trial, and one with an HTML page as its decoder does not', async () => {
      await tryModel(await installed(folder, model))
      const decoder = Object.keys(files).find((each) => each.startsWith('decoder'))!
      const page = { ...model, files: { ...files, [decoder]: Buffer.from('<html>Not found</html>') } }
      await assert.rejects(
        installed(path.join(root, `page-${engineName}`), page).then((wrong) => tryModel(wrong)),
        /sherpa-onnx cannot load its files: /,
      )
    })

    test('the error for a damaged file names it and the remedy', async () => {
      const damaged = await installed(path.join(root, `damaged-${engineName}`), model)
      truncateSync(path.join(damaged.folder, file), 10)
      await assert.rejects(
        loadPulled(damaged, { device: 'cpu', aligner: () => assert.fail() }),
        new RegExp(`${file} is damaged; run "scriptorium models pull made-${engineName}" to repair it`),
      )
    })
  })

test('a model for an unknown language is refused, because the library would treat it as English', async () => {
  const [engine, files] = ['canary', canaryModel()] as const
  await assert.rejects(
    madeEngine(path.join(root, 'unknown-language'), { engine, files, languages: ['en', 'pt'] }),
    /made-canary is for pt, but models of canary are for en, de, es, fr/,
  )
})

test('Canary changes its language without being loaded again, which would take seconds', async () => {
  const folder = path.join(root, 'loaded-once')
  const files = canaryModel()
  const engine = await madeEngine(folder, { engine: 'canary', files, languages: ['de', 'en'], aligner })
  try {
    rmSync(folder, { recursive: true })
    for (const language of ['de', 'en', 'de'] as const) {
      const words = await engine.recognise(german('hu so').samples, language)
      assert.equal(textOf(words), language === 'de' ? ' hu so' : ' ki lu')
    }
  } finally {
    await engine.close()
  }
})

test('Qwen3-ASR spells a word as the vocabulary or the prompt does', async () => {
  const pieces = [...TWO_LANGUAGES.de, { text: '▁soo', tone: 5, handicap: 0.005 }]
  const engine = await madeEngine(path.join(root, 'prompted'), {
    engine: 'qwen3-asr',
    files: qwen3AsrModel({ de: pieces }),
    languages: ['de'],
    aligner: madeAligner(pieces),
  })
  const spoken = german('hu so wo').samples
  const recognised = async (options: RecogniseOptions) =>
    textOf(await engine.recognise(spoken, 'de', options))
  // The tokens of a word begin with the space before it.
  const expecting = (intensity: number) => ({
    vocabulary: [
      { text: 'wo', intensity: 1 },
      { text: 'soo', intensity },
    ],
  })
  const tooLong = 'geta '.repeat(500)
  try {
    assert.equal(await recognised({}), ' hu so wo')
    assert.equal(await recognised({ prompt: 'geta, soo' }), ' hu soo wo')
    assert.equal(await recognised({ ...expecting(0.5), prompt: tooLong }), ' hu soo wo')
    assert.equal(await recognised({ prompt: `${tooLong} soo` }), ' hu so wo')
    assert.equal(await recognised(expecting(0)), ' hu so wo')
  } finally {
    await engine.close()
  }
})

/** The same sounds in the other language. */
function inEnglish(own: string): string {
  const [from, to] = [TWO_LANGUAGES.de, TWO_LANGUAGES.en]
  const letters = (piece: { readonly text: string } | undefined) => piece?.text.replace('▁', '') ?? ''
  return from.reduce((translated, piece, i) => translated.replaceAll(letters(piece), letters(to[i])), own)
}
