import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readModelFile } from '../../../models/bundled-files.ts'
import { readMatrix, readNetwork, readTextVector } from './kaldi-files.ts'
import { frameGraph } from './x-vector-graph.ts'

test('the network is read to its end, with the sizes that its own description has', async () => {
  const { nodes, components } = readNetwork(await readModelFile('voice-network'))
  assert.equal(nodes.length, components.size)
  for (const { component } of nodes) assert.ok(components.has(component), component)
  const { inputs, context } = frameGraph({ nodes, components })
  // ±2, ±2 and ±3 frames.
  assert.deepEqual({ inputs, context }, { inputs: 23, context: 14 })
})

test('what is no Kaldi file, or cut short, is refused', async () => {
  const network = await readModelFile('voice-network')
  assert.throws(() => readNetwork(Buffer.from('RIFF')), /Not a Kaldi network/)
  assert.throws(() => readNetwork(network.subarray(0, 100_000)))
  assert.throws(() => readMatrix(Buffer.from('\0BDM \u0004')), /Not a Kaldi file/)
})

test('a network with a layer that is unknown here is refused', () => {
  const components = new Map([['a', { type: 'LstmComponent', values: new Map() }]])
  assert.throws(
    () => frameGraph({ nodes: [{ component: 'a', input: 'input' }], components }),
    /LstmComponent/,
  )
})

test('a vector is read from text', () => {
  assert.deepEqual([...readTextVector(Buffer.from(' [ 1.5 -2 3e-1 ]\n'))], [1.5, -2, Math.fround(0.3)])
})
