/** A made model of NeMo's CTC kind, as Parakeet CTC is. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { column, matrix, type ModelFiles, subsample, tokensFile, transpose } from './made-model.ts'
import { type Piece, PIECES, SLANEY, toneWeights } from './tones.ts'

const SUBSAMPLING = 8

export function nemoCtcModel(pieces: readonly Piece[] = PIECES): ModelFiles<'model' | 'tokens'> {
  const vocabulary = [...pieces.map(({ text }) => text), '<blk>']
  const { matrix: weights, bias } = toneWeights([...pieces, null], SLANEY)
  return {
    model: onnxModel({
      inputs: [
        { name: 'audio_signal', type: 'float32', shape: ['batch', 80, 'frames'] },
        { name: 'length', type: 'int64', shape: ['batch'] },
      ],
      outputs: [{ name: 'logprobs', type: 'float32', shape: ['batch', 'steps', vocabulary.length] }],
      weights: { weights: matrix(weights), bias: column(bias) },
      operators: [
        subsample('audio_signal', 'steps', SUBSAMPLING),
        { type: 'MatMul', inputs: ['weights', 'steps'], outputs: ['unbiased'] },
        { type: 'Add', inputs: ['unbiased', 'bias'], outputs: ['scores'] },
        transpose('scores', 'by_step'),
        { type: 'LogSoftmax', inputs: ['by_step'], outputs: ['logprobs'], attributes: { axis: 2 } },
      ],
      metadata: { vocab_size: pieces.length, subsampling_factor: SUBSAMPLING, normalize_type: 'NA' },
    }),
    tokens: tokensFile(vocabulary),
  }
}
