import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { readConvertedModel } from './converted-model.ts'

test('the speaker model is converted on first use, and again when a cached file is damaged', async (t) => {
  const cache = await mkdtemp(path.join(tmpdir(), 'converted-model-test-'))
  t.after(() => rm(cache, { recursive: true }))
  const [first, second] = await Promise.all([readConvertedModel(cache), readConvertedModel(cache)])
  assert.deepEqual(first, second)
  const folder = path.join(cache, 'speaker-model')
  assert.deepEqual((await readdir(folder)).toSorted(), ['cepstra.onnx', 'embedding.onnx', 'frames.onnx'])
  await writeFile(path.join(folder, 'frames.onnx'), 'cut short')
  assert.deepEqual(await readConvertedModel(cache), first)
})

test('a cache folder that cannot be written is an error that says so', async () => {
  await assert.rejects(readConvertedModel('/dev/null/cache'), /ENOTDIR/)
})
