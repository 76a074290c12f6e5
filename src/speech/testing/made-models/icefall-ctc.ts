/** Made CTC models that take frames of features: icefall's Zipformers, and Dolphin. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { column, integer, matrix, type ModelFiles, subsample, tokensFile, transpose } from './made-model.ts'
import { KALDI, type Piece, PIECES, SLANEY, toneWeights } from './tones.ts'

/** The only factor that the library supports for these models. */
const SUBSAMPLING = 4
const BINS = 80

export const zipformerCtcModel = (pieces: readonly Piece[] = PIECES) => ctcModel('zipformer', pieces)
export const dolphinCtcModel = (pieces: readonly Piece[] = PIECES) => ctcModel('dolphin', pieces)

function ctcModel(kind: 'zipformer' | 'dolphin', pieces: readonly Piece[]): ModelFiles<'model' | 'tokens'> {
  const vocabulary = [kind === 'zipformer' ? '<blk>' : '<blank>', ...pieces.map(({ text }) => text)]
  const { matrix: weights, bias } = toneWeights([null, ...pieces], kind === 'zipformer' ? KALDI : SLANEY)
  const all = (value: number) => Array.from({ length: BINS }, () => value).join(',')
  return {
    model: onnxModel({
      inputs: [
        { name: 'x', type: 'float32', shape: ['batch', 'frames', BINS] },
        { name: 'x_lens', type: 'int64', shape: ['batch'] },
      ],
      outputs: [
        { name: 'log_probs', type: 'float32', shape: ['batch', 'steps', vocabulary.length] },
        { name: 'log_probs_lens', type: 'int64', shape: ['batch'] },
      ],
      weights: { weights: matrix(weights), bias: column(bias), factor: integer(SUBSAMPLING) },
      operators: [
        transpose('x', 'by_bin'),
        subsample('by_bin', 'steps', SUBSAMPLING),
        { type: 'MatMul', inputs: ['weights', 'steps'], outputs: ['unbiased'] },
        { type: 'Add', inputs: ['unbiased', 'bias'], outputs: ['scores'] },
        transpose('scores', 'by_step'),
        { type: 'LogSoftmax', inputs: ['by_step'], outputs: ['log_probs'], attributes: { axis: 2 } },
        { type: 'Div', inputs: ['x_lens', 'factor'], outputs: ['log_probs_lens'] },
      ],
      metadata: kind === 'zipformer' ? {} : { vocab_size: vocabulary.length, mean: all(0), invstd: all(1) },
    }),
    tokens: tokensFile(vocabulary),
  }
}
