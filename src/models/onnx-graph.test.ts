import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ort from 'onnxruntime-node'
import { readModelFile } from './bundled-files.ts'
import { dropOutputs, exposeBranchValues } from './onnx-graph.ts'

test('a model without one of its outputs still loads and gives the others', async () => {
  const model = await readModelFile('voice-activity')
  const session = await ort.InferenceSession.create(dropOutputs(model, (name) => name === 'stateN'))
  assert.deepEqual(session.outputNames, ['output'])
  await session.release()
})

test('an edit that changes nothing gives the same bytes', async () => {
  const model = await readModelFile('voice-activity')
  assert.ok(dropOutputs(model, () => false).equals(model))
  assert.ok(exposeBranchValues(model, new Map()).equals(model))
})

test('what is no model is refused', () => {
  assert.throws(() => dropOutputs(Buffer.from([0x08]), () => true), /Not an ONNX model/)
  assert.throws(() => dropOutputs(Buffer.from('text'), () => true), /Not an ONNX model/)
})
