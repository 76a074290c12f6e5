import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBundledFile } from '../../src/models/bundled-files.ts'
import { VOSK_FILES } from './vosk-files.ts'
import { readMatrix, readNetwork, readTextVector } from './kaldi-files.ts'

test('the whole network is read, with every layer that it refers to', async () => {
  const { nodes, components } = readNetwork(await readBundledFile(VOSK_FILES.network))
  assert.equal(nodes.length, components.size)
  for (const { component } of nodes) assert.ok(components.has(component), component)
})

test('a file of another format, or a truncated one, is refused', async () => {
  const network = await readBundledFile(VOSK_FILES.network)
  assert.throws(() => readNetwork(Buffer.from('RIFF')), /Not a Kaldi network/)
  assert.throws(() => readNetwork(network.subarray(0, 100_000)))
  assert.throws(() => readMatrix(Buffer.from('\0BDM \u0004')), /Not a Kaldi file/)
})

test('a vector is read from text', () => {
  assert.deepEqual([...readTextVector(Buffer.from(' [ 1.5 -2 3e-1 ]\n'))], [1.5, -2, Math.fround(0.3)])
})
