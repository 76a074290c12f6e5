import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import type { Word } from '../../contract/transcript.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { cnnBilstm, ctTransformer, type KnownWords } from '../testing/made-models/punctuation.ts'
import { pulled } from '../testing/pulled-model.ts'
import { PUNCTUATION_FAMILIES } from './punctuation-families.ts'
import { PunctuationModels } from './punctuation-models.ts'
import { tryPunctuationModel } from './try-punctuation-model.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-punctuation-'))
after(() => rmSync(root, { recursive: true }))

const KNOWN: KnownWords = {
  hello: { after: ',', case: 'capital' },
  later: { before: '.', case: 'capital' },
  usa: { case: 'upper' },
  you: { after: '?' },
  好: { after: ',' },
  吗: { after: '?' },
}

const ct = (about: object = {}) =>
  pulled(root, ctTransformer(KNOWN), {
    name: 'ct',
    purpose: 'punctuation',
    engine: 'ct-transformer',
    ...about,
  })
const cnn = (about: object = {}) =>
  pulled(root, cnnBilstm(KNOWN), { name: 'cnn', purpose: 'punctuation', engine: 'cnn-bilstm', ...about })

const spoken = (text: string): Word[] =>
  text.split(/(?= )/).map((word, i) => ({ word, start: i, end: i + 0.5, confidence: 0.5 }))
const textOf = (words: readonly Word[] | undefined) => words?.map(({ word }) => word).join('')

async function punctuate(models: readonly PulledModel[], text: string) {
  const loaded = new PunctuationModels()
  loaded.use(models)
  return textOf((await loaded.for('en'))?.(spoken(text)))
}

/** Collects what is written to standard error until the test ends. */
function standardError(t: TestContext): string[] {
  const lines: string[] = []
  t.mock.method(process.stderr, 'write', (text: string) => lines.push(text) > 0)
  return lines
}

// Runs first, because the library is loaded once.
test('without the library, which is not built for every platform, words stay unchanged', async (t) => {
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'sherpa-onnx-node') throw new Error('not installed')
      return nextResolve(specifier, context)
    },
  })
  t.after(() => hooks.deregister())
  const lines = standardError(t)
  assert.equal(await punctuate([await ct()], ' hello'), undefined)
  assert.match(
    lines.join(''),
    /^The model ct is not used: it needs the package sherpa-onnx-node, which is not installed/,
  )
})

suite('a punctuation model', () => {
  const text = " hello how are you i live in the usa later it isn't well-known"

  test('of the kind ct-transformer writes marks, in ASCII for scripts with spaces', async () => {
    assert.equal(
      await punctuate([await ct()], text),
      " hello, how are you? i live in the usa. later it isn't well-known.",
    )
  })

  test('of the kind cnn-bilstm also writes capitals, whatever the case of the input', async () => {
    const expected = " Hello, how are you? i live in the USA. Later it isn't well-known."
    assert.equal(await punctuate([await cnn()], text), expected)
    assert.equal(await punctuate([await cnn()], text.toUpperCase()), expected)
  })

  test('writes marks in scripts without spaces', async () => {
    const loaded = new PunctuationModels()
    loaded.use([await ct({ languages: ['zh'] })])
    const words = ['你好', '你', '好吗', '我', ' hello', ' later'].map((word) => ({
      word,
      start: 0,
      end: 1,
      confidence: 1,
    }))
    assert.deepEqual(
      (await loaded.for('zh'))?.(words).map(({ word }) => word),
      ['你好，', '你', '好，吗？', '我', ' hello。', ' later。'],
    )
    assert.equal(await loaded.for('en'), null)
  })

  test('keeps the words, their times and confidences, over ten minutes of them', async () => {
    const words = spoken(text.repeat(125))
    for (const model of [await ct(), await cnn()]) {
      const loaded = new PunctuationModels()
      loaded.use([model])
      const marked = (await loaded.for('en'))!(words)
      assert.deepEqual(
        marked.map((one) => ({ ...one, word: one.word.toLowerCase().replace(/[.,?]$/, '') })),
        words,
      )
      assert.equal(marked.filter(({ word }) => word.endsWith('?')).length, 125)
      assert.equal(marked.filter(({ word }) => word === ' usa.' || word === ' USA.').length, 125)
    }
  })

  test('never gets a word that it cannot read', async () => {
    const long = ` ${'é'.repeat(2000)}`
    assert.equal(await punctuate([await cnn()], ` hello${long} later`), ` hello${long} later`)
    assert.equal(await punctuate([await ct()], ` hello${long} later`), ` hello,${long}. later.`)
    for (const odd of [' a\0b hello', ' \ud800 hello', ' '])
      for (const model of [await ct(), await cnn()])
        assert.equal((await punctuate([model], odd))?.replaceAll(/[.,]/g, '').toLowerCase(), odd)
  })

  test('is loaded once, stays loaded while it is used, and is then freed', async (t) => {
    const [first, second] = [await ct(), await cnn({ priority: 2 })]
    const read = t.mock.method(first, 'path')
    const loaded = new PunctuationModels()
    loaded.use([first, second])
    const [one, another] = await Promise.all([loaded.for('en'), loaded.for('en')])
    loaded.use([second, first])
    await loaded.releaseUnused()
    const best = await loaded.for('en')
    assert.deepEqual(
      [one, another, best].map((write) => textOf(write?.(spoken(' hello')))),
      [' hello.', ' hello.', ' Hello.'],
    )
    assert.equal(read.mock.callCount(), 1)
    loaded.use([first])
    await loaded.releaseUnused()
    assert.throws(() => best?.(spoken(' hello')), /was freed/)
    assert.equal(textOf(one?.(spoken(' hello'))), ' hello.')
  })

  test('that is damaged is reported once and not used; the next one is', async (t) => {
    const damaged = await ct({ name: 'damaged' })
    writeFileSync(path.join(damaged.folder, 'model'), 'not this')
    const lines = standardError(t)
    const loaded = new PunctuationModels()
    loaded.use([damaged, await cnn()])
    await loaded.for('en')
    assert.equal(textOf((await loaded.for('en'))?.(spoken(' hello'))), ' Hello.')
    assert.deepEqual(lines, [
      'The model damaged is not used: its model is damaged; run "scriptorium models pull damaged" to repair it\n',
    ])
    loaded.use([damaged])
    assert.equal(await loaded.for('en'), null)
  })

  test('of an unknown kind or for another purpose is ignored', async () => {
    const unknown = await ct({ name: 'unknown', engine: 'quill' })
    assert.equal(await punctuate([unknown], text), undefined)
    await assert.rejects(
      tryPunctuationModel(unknown),
      /No engine loads unknown\. .*: ct-transformer \(model\); cnn-bilstm \(model, vocabulary\)/,
    )
  })

  test('that changes words fails its trial, and the words stay unchanged', async () => {
    await tryPunctuationModel(await ct())
    await tryPunctuationModel(await cnn())
    const files = ctTransformer(KNOWN, ['<unk>', '_', ' and', '。', '？', '、', '，'])
    const chatty = await pulled(root, files, {
      name: 'chatty',
      purpose: 'punctuation',
      engine: 'ct-transformer',
    })
    await assert.rejects(
      tryPunctuationModel(chatty),
      /the model changes words: "hello how are you" became "hello and how are you/,
    )
    assert.equal(await punctuate([chatty], text), text)
  })
})

test('published models are recognised by the names of their files', () => {
  const published = {
    'ct-transformer': ['config.yaml', 'model.int8.onnx', 'model.onnx', 'tokens.json'],
    'cnn-bilstm': ['README.md', 'bpe.vocab', 'model.int8.onnx', 'model.onnx'],
  }
  for (const { name, layout } of PUNCTUATION_FAMILIES)
    for (const [engine, paths] of Object.entries(published)) {
      const found = Object.values(layout.files).map(([best]) => paths.find((one) => best?.test(one)))
      const isWhole = !found.includes(undefined)
      // The files of one kind are among those of the other; the name of the repository decides.
      assert.equal(isWhole, name === engine || name === 'ct-transformer')
      assert.equal(found[0], 'model.int8.onnx')
    }
  const [ctTransformers] = PUNCTUATION_FAMILIES
  assert.match(
    'sherpa-onnx-punct-ct-transformer-zh-en-vocab272727-2024-04-12',
    ctTransformers!.layout.repository!,
  )
  assert.doesNotMatch('sherpa-onnx-online-punct-en-2024-08-06', ctTransformers!.layout.repository!)
})
