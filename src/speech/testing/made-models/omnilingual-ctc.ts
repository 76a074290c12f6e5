/** A made model like Omnilingual ASR, which takes samples and writes letters. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { column, matrix, type ModelFiles, row, tokensFile, transpose } from './made-model.ts'
import { filterWeights, type Piece, PIECES, toneFilters } from './tones.ts'

/** Samples per frame: 20 ms. */
const SAMPLES = 320

/**
 * Added to the power of each tone, in samples that the library normalises to a variance of 1, so that noise in a single
 * frame is not a tone.
 */
const FAINT = 0.004

export function omnilingualCtcModel(pieces: readonly Piece[] = PIECES): ModelFiles<'model' | 'tokens'> {
  const vocabulary = ['<s>', ...pieces.map(({ text }) => text)]
  const { matrix: weights, bias } = filterWeights([null, ...pieces])
  const filters = toneFilters(SAMPLES)
  const tones = filters.length / 2
  const both = Array.from({ length: tones }, (_, tone) =>
    filters.map((_filter, i) => (i % tones === tone ? 1 : 0)),
  )
  return {
    model: onnxModel({
      inputs: [{ name: 'x', type: 'float32', shape: ['batch', 'samples'] }],
      outputs: [{ name: 'logits', type: 'float32', shape: ['batch', 'steps', vocabulary.length] }],
      weights: {
        channel: { shape: [1], values: BigInt64Array.of(1n) },
        filters: { shape: [filters.length, 1, SAMPLES], values: Float32Array.from(filters.flat()) },
        both: matrix(both),
        faint: row([FAINT]),
        weights: matrix(weights),
        bias: column(bias),
      },
      operators: [
        { type: 'Unsqueeze', inputs: ['x', 'channel'], outputs: ['mono'] },
        {
          type: 'Conv',
          inputs: ['mono', 'filters'],
          outputs: ['waves'],
          attributes: { strides: [SAMPLES], kernel_shape: [SAMPLES] },
        },
        { type: 'Mul', inputs: ['waves', 'waves'], outputs: ['squares'] },
        { type: 'MatMul', inputs: ['both', 'squares'], outputs: ['power'] },
        { type: 'Add', inputs: ['power', 'faint'], outputs: ['audible'] },
        { type: 'Log', inputs: ['audible'], outputs: ['loudness'] },
        { type: 'MatMul', inputs: ['weights', 'loudness'], outputs: ['unbiased'] },
        { type: 'Add', inputs: ['unbiased', 'bias'], outputs: ['scores'] },
        transpose('scores', 'logits'),
      ],
    }),
    tokens: tokensFile(vocabulary),
  }
}
