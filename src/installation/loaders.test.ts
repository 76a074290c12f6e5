/** If a model cannot be loaded, or is taken for another, its user finds out only after downloading a gigabyte. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CATALOGUE } from '../models/catalogue.ts'
import type { EntryFile } from '../models/pulled/catalogue-entry.ts'
import { recogniseLayout } from '../models/pulled/layout.ts'
import { LAYOUTS, requireLoadable } from './loaders.ts'

suite('the models of the catalogue', () => {
  test('can all be loaded', () => {
    for (const entry of CATALOGUE) assert.doesNotThrow(() => requireLoadable(entry), entry.name)
  })

  test('are recognised in their repositories, which also have files of other sizes', () => {
    for (const entry of CATALOGUE) {
      const files: Readonly<Record<string, EntryFile>> = entry.files
      const paths = Object.entries(files).map(([name, { path }]) => [name, path] as const)
      const engine = 'engine' in entry ? entry.engine : null
      if (!LAYOUTS.some((layout) => layout.engine === engine)) continue
      const others = paths.map(([, path]) => path.replace('.int8.onnx', '.onnx').replace('_quantized', ''))
      const all = new Set([
        'README.md',
        '.gitattributes',
        'test_wavs/0.wav',
        ...others,
        ...paths.map(([, path]) => path),
      ])
      const found = recogniseLayout(entry.source.repository, [...all], LAYOUTS)
      assert.deepEqual(
        [found.layout.purpose, found.layout.engine, Object.fromEntries(found.paths)],
        [entry.purpose, engine, Object.fromEntries(paths)],
        entry.name,
      )
    }
  })
})
