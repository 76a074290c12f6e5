import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { deviceFor } from './device.ts'
import { createSession } from './onnx-session.ts'
import { ModelError } from './pulled/model-error.ts'

const library = path.join(
  path.dirname(findPackageJSON('onnxruntime-node', import.meta.url) ?? ''),
  'bin/napi-v6/linux/x64/libonnxruntime_providers_cuda.so',
)
const skip = existsSync(library) && 'CUDA is installed for ONNX Runtime'

test(
  'without CUDA, a GPU is refused with the remedy, and otherwise the CPU used, which is logged once',
  { skip },
  async () => {
    const logged: unknown[] = []
    const log = { info: (fields: object, message: string) => void logged.push(fields, message) }
    assert.equal(await deviceFor('cpu', log), 'cpu')
    assert.deepEqual(logged, [])
    assert.equal(await deviceFor('auto', log), 'cpu')
    const [fields, message] = logged
    assert.partialDeepStrictEqual(fields, { device: 'cpu' })
    assert.equal(message, 'pulled models run on this device')
    assert.equal(logged.length, 2)
    await assert.rejects(deviceFor('cuda'), (error) => {
      assert.ok(error instanceof ModelError)
      assert.match(
        error.message,
        /^DEVICE=cuda, but ONNX Runtime cannot use CUDA here: .+\. Install .* or set DEVICE=cpu$/,
      )
      return true
    })
  },
)

test('a session for a GPU does not silently fall back to the CPU', { skip }, async () => {
  await assert.rejects(createSession(new Uint8Array(), { reuseMemory: false, device: 'cuda' }), /cuda/i)
})
