import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { NoiseSuppressor } from './noise-suppressor.ts'
import { joined, noise } from './testing/sounds.ts'
import { alice, kennedy } from './testing/speech.ts'

let suppressor: NoiseSuppressor
before(async () => {
  suppressor = await NoiseSuppressor.load()
})

/** What comes of these pieces of one channel. */
function enhance(pieces: readonly Float32Array[]): Float32Array {
  const stream = suppressor.listen()
  try {
    return joined(...pieces.map((piece) => stream.push(piece)), stream.flush())
  } finally {
    stream.close()
  }
}
