/** A made model like NeMo's CTC models, such as Parakeet CTC. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { column, matrix, type ModelFiles, subsample, tokensFile, transpose } from './made-model.ts'
import { type Piece, PIECES, SLANEY, toneWeights } from './tones.ts'

const SUBSAMPLING = 8

/** The width of the matrix that is only there to take time. */
const WIDTH = 1024

/**
 * @param work - how often the model multiplies each step with a matrix of 1024 × 1024. It does not change what the model
 *   hears, but makes it as slow as a model with that many million weights.
 */
export function nemoCtcModel({
  pieces = PIECES,
  work = 0,
}: { pieces?: readonly Piece[]; work?: number } = {}): ModelFiles<'model' | 'tokens'> {
  const vocabulary = [...pieces.map(({ text }) => text), '<blk>']
  const { matrix: weights, bias } = toneWeights([...pieces, null], SLANEY)
  const product = (left: string, right: string, output: string) => ({
    type: 'MatMul',
    inputs: [left, right],
    outputs: [output],
  })
  const filled = (rows: number, columns: number, value: number) => ({
    shape: [rows, columns],
    values: new Float32Array(rows * columns).fill(value),
  })
  return {
    model: onnxModel({
      inputs: [
        { name: 'audio_signal', type: 'float32', shape: ['batch', 80, 'frames'] },
        { name: 'length', type: 'int64', shape: ['batch'] },
      ],
      outputs: [{ name: 'logprobs', type: 'float32', shape: ['batch', 'steps', vocabulary.length] }],
      weights: {
        weights: matrix(weights),
        bias: column(bias),
        ...(work > 0 && {
          widen: filled(WIDTH, 80, 1e-3),
          square: filled(WIDTH, WIDTH, 1 / WIDTH),
          narrow: filled(vocabulary.length, WIDTH, 1e-30),
        }),
      },
      operators: [
        subsample('audio_signal', 'steps', SUBSAMPLING),
        product('weights', 'steps', 'unbiased'),
        ...(work > 0
          ? [
              product('widen', 'steps', 'work_0'),
              ...Array.from({ length: work }, (_, i) => product('square', `work_${i}`, `work_${i + 1}`)),
              product('narrow', `work_${work}`, 'nothing'),
              { type: 'Add', inputs: ['unbiased', 'nothing'], outputs: ['heard'] },
            ]
          : [{ type: 'Identity', inputs: ['unbiased'], outputs: ['heard'] }]),
        { type: 'Add', inputs: ['heard', 'bias'], outputs: ['scores'] },
        transpose('scores', 'by_step'),
        { type: 'LogSoftmax', inputs: ['by_step'], outputs: ['logprobs'], attributes: { axis: 2 } },
      ],
      metadata: { vocab_size: pieces.length, subsampling_factor: SUBSAMPLING, normalize_type: 'NA' },
    }),
    tokens: tokensFile(vocabulary),
  }
}
