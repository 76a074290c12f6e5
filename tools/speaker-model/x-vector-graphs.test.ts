import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBundledFile } from '../../src/models/bundled-files.ts'
import { VOSK_FILES } from './vosk-files.ts'
import { readNetwork } from './kaldi-files.ts'
import { frameGraph } from './x-vector-graphs.ts'

test('a network with an unknown layer is refused', () => {
  const components = new Map([['a', { type: 'LstmComponent', values: new Map() }]])
  assert.throws(
    () => frameGraph({ nodes: [{ component: 'a', input: 'input' }], components }),
    /LstmComponent/,
  )
})

test('a network whose frames are not those that the service computes is refused', async () => {
  const { nodes, components } = readNetwork(await readBundledFile(VOSK_FILES.network))
  // 23 cepstra and ±2, ±2 and ±3 frames; without its first layers, neither is right.
  assert.ok(frameGraph({ nodes, components }).length > 0)
  assert.throws(() => frameGraph({ nodes: nodes.slice(1), components }), /inputs instead of/)
  assert.throws(() => frameGraph({ nodes: nodes.slice(0, 3), components }), /context of 4 frames/)
})
