/** Frames of live sessions that are malformed. */
import type { Random } from '../../../bench/list/random.ts'

/** Largest frame that the tests configure, in bytes. */
export const MAX_FRAME = 65_536

/** A frame with audio. */
export const chunk = (content: unknown) => JSON.stringify({ type: 'audio_chunk', data: { chunk: content } })

/** Generators of malformed text frames. */
export const MALFORMED: readonly ((rng: Random) => string)[] = [
  () => '',
  () => '{',
  () => 'null',
  () => '[]',
  () => '0',
  () => '"audio_chunk"',
  () => '{}',
  () => '\u0000',
  () => '{"type":"stop_recording"',
  (rng) => JSON.stringify({ type: rng.below(1000) }),
  (rng) => JSON.stringify({ type: `stop_recording_${rng.below(1000)}` }),
  () => JSON.stringify({ type: ['stop_recording'] }),
  () => JSON.stringify({ type: 'audio_chunk' }),
  () => JSON.stringify({ type: 'audio_chunk', data: null }),
  () => JSON.stringify({ type: 'audio_chunk', data: 'AAAA' }),
  () => JSON.stringify({ type: 'audio_chunk', data: { chunks: 'AAAA' } }),
  () => chunk(null),
  (rng) => chunk(rng.below(1000)),
  () => chunk(['AAAA']),
  () => chunk({ length: 4 }),
  () => chunk('no base64!'),
  () => chunk('AAA\u00e9'),
  (rng) => chunk('A'.repeat(1 + 4 * rng.below(1000))), // Not a possible length of base64.
  () => '{"__proto__":{"type":"stop_recording"}}',
  () => '{"constructor":{"prototype":{"type":"stop_recording"}},"data":{"chunk":"AAAA"}}',
  (rng) => '['.repeat(1 + rng.below(MAX_FRAME - 1)),
  (rng) => '{"data":'.repeat(1 + rng.below(MAX_FRAME / 8 - 1)),
  (rng) => `"${'\\u0000'.repeat(rng.below(10_000))}"`,
  (rng) => 'x'.repeat(1 + rng.below(MAX_FRAME - 1)),
  (rng) => String.fromCodePoint(...Array.from({ length: 40 }, () => 1 + rng.below(0xd7ff))),
]
