/** A small `speakers` model for tests: each voice is a tone, and simultaneous tones are overlapping voices. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import { onnxModel } from '../../../models/onnx-model.ts'
import { RECEIPT } from '../../../models/pulled/pulled-model.ts'
import { described, type ModelFiles } from '../../../models/text/testing/tiny-models.ts'
import { silence } from '../../testing/signals.ts'

/** In hertz; far enough apart to share no feature band. */
const TONES = [400, 900, 1800, 3200] as const
/** The peak of a tone. A tone counts as heard from half of this. */
const LEVEL = 0.2

/** The parameters of pyannote's segmentation 3.0, in samples. */
const WINDOW = 10 * SAMPLE_RATE
const FIELD = 991
const SHIFT = 270

/** Seconds between two frames of the segmentation, which limits the precision of spans. */
export const FRAME = SHIFT / SAMPLE_RATE

/** The files of the model. */
export function toneSpeakers(): ModelFiles {
  return { segmentation: segmentation(), voices: voices() }
}

/** One voice sounds between two times. */
export type Turn = readonly [voice: number, start: number, end: number]

/** The tones for these turns. */
export function tones(seconds: number, turns: readonly Turn[]): Float32Array {
  const samples = silence(seconds)
  for (const [voice, start, end] of turns)
    for (let i = Math.round(start * SAMPLE_RATE); i < Math.round(end * SAMPLE_RATE); i++)
      samples[i]! += LEVEL * Math.sin((2 * Math.PI * TONES[voice]! * i) / SAMPLE_RATE)
  return samples
}

/** The sets of voices that can sound at once: none, each, and each pair, in the order of pyannote's powerset. */
const SETS = [
  [],
  ...TONES.map((_, i) => [i]),
  ...TONES.flatMap((_, i) => TONES.flatMap((__, j) => (i < j ? [[i, j]] : []))),
]

/**
 * Compares the power of each tone around each frame, from 0 to 1, and chooses the set with the most tones that sound and
 * the fewest that do not.
 */
function segmentation(): Buffer {
  const count = TONES.length
  const filters = new Float32Array(2 * count * FIELD)
  for (const [tone, hertz] of TONES.entries())
    for (let i = 0; i < FIELD; i++) {
      const phase = (2 * Math.PI * hertz * i) / SAMPLE_RATE
      // For a tone at half the level, the sum of the two squares is 1/2.
      const weight = ((1 - Math.cos((2 * Math.PI * i) / FIELD)) * 2 * Math.SQRT2) / (LEVEL * FIELD)
      filters[2 * tone * FIELD + i] = weight * Math.cos(phase)
      filters[(2 * tone + 1) * FIELD + i] = weight * Math.sin(phase)
    }
  const sums = TONES.flatMap((_, row) => [row, row]).flatMap((row) =>
    TONES.map((_, tone) => (tone === row ? 1 : 0)),
  )
  const scores = TONES.flatMap((_, tone) => SETS.map((set) => (set.includes(tone) ? 1 : 0)))
  return onnxModel({
    inputs: [{ name: 'x', type: 'float32', shape: ['N', 1, 'T'] }],
    outputs: [{ name: 'y', type: 'float32', shape: ['N', 'frames', SETS.length] }],
    weights: {
      filters: { shape: [2 * count, 1, FIELD], values: filters },
      sums: { shape: [2 * count, count], values: Float32Array.from(sums) },
      scores: { shape: [count, SETS.length], values: Float32Array.from(scores) },
      sizes: { shape: [SETS.length], values: Float32Array.from(SETS, (set) => -set.length / 2) },
      one: { shape: [1], values: Float32Array.of(1) },
    },
    operators: [
      {
        type: 'Conv',
        inputs: ['x', 'filters'],
        outputs: ['filtered'],
        attributes: { kernel_shape: [FIELD], strides: [SHIFT] },
      },
      { type: 'Mul', inputs: ['filtered', 'filtered'], outputs: ['squares'] },
      { type: 'Transpose', inputs: ['squares'], outputs: ['frames'], attributes: { perm: [0, 2, 1] } },
      { type: 'MatMul', inputs: ['frames', 'sums'], outputs: ['powers'] },
      { type: 'Min', inputs: ['powers', 'one'], outputs: ['sounding'] },
      { type: 'MatMul', inputs: ['sounding', 'scores'], outputs: ['scored'] },
      { type: 'Add', inputs: ['scored', 'sizes'], outputs: ['y'] },
    ],
    metadata: {
      num_speakers: count,
      powerset_max_classes: 2,
      num_classes: SETS.length,
      sample_rate: SAMPLE_RATE,
      window_size: WINDOW,
      receptive_field_size: FIELD,
      receptive_field_shift: SHIFT,
    },
  })
}

/** The mean power in each band, so that voices of different tones are orthogonal. */
function voices(): Buffer {
  const bands = 80
  return onnxModel({
    inputs: [{ name: 'x', type: 'float32', shape: ['N', 'frames', bands] }],
    outputs: [{ name: 'y', type: 'float32', shape: ['N', bands] }],
    weights: {},
    operators: [
      { type: 'Exp', inputs: ['x'], outputs: ['powers'] },
      { type: 'ReduceMean', inputs: ['powers'], outputs: ['y'], attributes: { axes: [1], keepdims: 0 } },
    ],
    metadata: {
      framework: 'wespeaker',
      language: 'none',
      output_dim: bands,
      sample_rate: SAMPLE_RATE,
      normalize_samples: 1,
    },
  })
}

/** Installs a model in a folder of pulled models, as a pull does. */
export function installSpeakers(
  folder: string,
  files: ModelFiles = toneSpeakers(),
  about: { readonly name?: string; readonly languages?: readonly string[]; readonly threshold?: number } = {},
): void {
  const model = described(files, { name: 'tones', purpose: 'speakers', threshold: 0.5, ...about })
  const own = path.join(folder, model.name)
  mkdirSync(own, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(own, name), bytes)
  writeFileSync(path.join(own, RECEIPT), JSON.stringify(model))
}
