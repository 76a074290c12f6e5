import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ort from 'onnxruntime-node'
import { readBundledFile } from './bundled-files.ts'
import { constantAsInput, dropOutputs, exposeBranchValues, floatConstant } from './onnx-graph.ts'
import { onnxModel } from './onnx-model.ts'

/** Silero VAD. */
const model = await readBundledFile({
  package: '@ricky0123/vad-web',
  file: 'dist/silero_vad_v6.onnx',
  sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
})

test('a model without a dropped output loads, with its other outputs', async () => {
  const session = await ort.InferenceSession.create(dropOutputs(model, (name) => name === 'stateN'))
  assert.deepEqual(session.outputNames, ['output'])
  await session.release()
})

test('an edit without changes returns the same bytes', async () => {
  assert.ok(dropOutputs(model, () => false).equals(model))
  assert.ok(exposeBranchValues(model, new Map()).equals(model))
})

test('a file that is not a model is rejected', () => {
  assert.throws(() => dropOutputs(Buffer.from([0x08]), () => true), /Not an ONNX model/)
  assert.throws(() => dropOutputs(Buffer.from('text'), () => true), /Not an ONNX model/)
})

test('a constant becomes an input, of any shape', async () => {
  const sum = onnxModel({
    inputs: [{ name: 'x', type: 'float32', shape: ['size'] }],
    outputs: [{ name: 'y', type: 'float32', shape: ['size'] }],
    weights: { c: { shape: [2], values: Float32Array.of(3, 4) } },
    operators: [{ type: 'Add', inputs: ['x', 'c'], outputs: ['y'] }],
  })
  assert.deepEqual(floatConstant(sum, 'c'), Float32Array.of(3, 4))
  assert.equal(floatConstant(sum, 'd'), undefined)
  const session = await ort.InferenceSession.create(constantAsInput(sum, 'c'))
  assert.deepEqual(session.inputNames, ['x', 'c'])
  const tensor = (...values: number[]) =>
    new ort.Tensor('float32', Float32Array.from(values), [values.length])
  assert.deepEqual((await session.run({ x: tensor(1), c: tensor(2) }))['y']!.data, Float32Array.of(3))
  await session.release()
})
