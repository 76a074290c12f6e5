/** A repository's model is recognised by names only: a wrong guess would be loaded by the wrong engine. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type EngineLayout, recogniseLayout } from './layout.ts'

const transducer = {
  encoder: [/^encoder.*\.int8\.onnx$/, /^encoder.*\.onnx$/],
  tokens: [/^tokens\.txt$/],
}
const LAYOUTS: readonly EngineLayout[] = [
  { purpose: 'recognition', engine: 'plain', files: transducer },
  { purpose: 'recognition', engine: 'nemo', files: transducer, repository: /nemo/ },
  { purpose: 'live-recognition', engine: 'live', files: transducer, repository: /streaming/ },
  { purpose: 'recognition', engine: 'other', files: { model: [/^model\.onnx$/] } },
]
const PATHS = ['README.md', 'tokens.txt', 'encoder.onnx', 'encoder.int8.onnx']

const engineOf = (repository: string, paths = PATHS, engine?: string) =>
  recogniseLayout(repository, paths, LAYOUTS, engine).layout.engine

suite('the layout of a repository', () => {
  test('is recognised by the files, preferring 8 bit to 32', () => {
    const { layout, paths } = recogniseLayout('a/model', PATHS, LAYOUTS)
    assert.equal(layout.engine, 'plain')
    assert.deepEqual([...paths.values()], ['encoder.int8.onnx', 'tokens.txt'])
    const { paths: large } = recogniseLayout('a/model', ['tokens.txt', 'encoder.onnx'], LAYOUTS)
    assert.equal(large.get('encoder'), 'encoder.onnx')
    assert.equal(engineOf('a/model', ['model.onnx']), 'other')
  })

  test('is recognised by the name of the repository, not its owner, if the files are the same', () => {
    assert.equal(engineOf('a/some-nemo-model'), 'nemo')
    assert.equal(engineOf('nemo/model'), 'plain')
    assert.equal(engineOf('a/streaming-model'), 'live')
    assert.equal(engineOf('a/model', PATHS, 'nemo'), 'nemo')
  })

  test('is an error if none or several match; it lists what was found and what is known', () => {
    assert.throws(
      () => engineOf('a/streaming-nemo-model'),
      /could be for plain \(recognition\), nemo \(recognition\), live \(live-recognition\): name the right one with --engine/,
    )
    assert.throws(
      () => engineOf('a/model', ['a.bin', 'b/c.txt']),
      (error: Error) => {
        assert.equal(
          error.message,
          [
            'a/model has the files of no model that is known here. Its files:',
            '  a.bin',
            '  b/c.txt',
            'What is looked for, by engine:',
            '  plain: encoder.*.int8.onnx or encoder.*.onnx, tokens.txt',
            '  nemo: encoder.*.int8.onnx or encoder.*.onnx, tokens.txt',
            '  live: encoder.*.int8.onnx or encoder.*.onnx, tokens.txt',
            '  other: model.onnx',
            'A JSON file can describe a model whose files are named otherwise: see docs/models.md',
          ].join('\n'),
        )
        return true
      },
    )
    // It is unclear which of the two 8-bit files is meant, but not which 32-bit file.
    const several = ['tokens.txt', 'encoder-1.int8.onnx', 'encoder-2.int8.onnx']
    assert.throws(() => engineOf('a/model', several), /has the files of no model/)
    assert.throws(
      () => engineOf('a/model', PATHS, 'unheard-of'),
      /There is no engine unheard-of: there are plain/,
    )
  })
})
