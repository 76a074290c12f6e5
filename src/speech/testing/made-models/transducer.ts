/** A made model like icefall's transducers, such as the Zipformers. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { integer, matrix, type ModelFiles, row, subsample, tokensFile, transpose } from './made-model.ts'
import { KALDI, type Piece, PIECES, suppressedAfter, toneWeights } from './tones.ts'

/** The only factor that the library supports for these models. */
const SUBSAMPLING = 4
const BINS = 80

/** A continuing tone is not written twice, because the decoder suppresses it. */
export function transducerModel(
  pieces: readonly Piece[] = PIECES,
): ModelFiles<'encoder' | 'decoder' | 'joiner' | 'tokens'> {
  const vocabulary = ['<blk>', ...pieces.map(({ text }) => text)]
  const size = vocabulary.length
  const { matrix: weights, bias } = toneWeights([null, ...pieces], KALDI)
  const suppressed = suppressedAfter([null, ...pieces])
  return {
    encoder: onnxModel({
      inputs: [
        { name: 'x', type: 'float32', shape: ['batch', 'frames', BINS] },
        { name: 'x_lens', type: 'int64', shape: ['batch'] },
      ],
      outputs: [
        { name: 'encoder_out', type: 'float32', shape: ['batch', 'steps', BINS] },
        { name: 'encoder_out_lens', type: 'int64', shape: ['batch'] },
      ],
      weights: { factor: integer(SUBSAMPLING) },
      operators: [
        transpose('x', 'by_bin'),
        subsample('by_bin', 'steps', SUBSAMPLING),
        transpose('steps', 'encoder_out'),
        { type: 'Div', inputs: ['x_lens', 'factor'], outputs: ['encoder_out_lens'] },
      ],
    }),
    decoder: onnxModel({
      inputs: [{ name: 'y', type: 'int64', shape: ['batch', 2] }],
      outputs: [{ name: 'decoder_out', type: 'float32', shape: ['batch', size] }],
      weights: {
        suppressed: matrix(suppressed),
        last: integer(-1),
        end: integer(2),
        second_axis: integer(1),
      },
      operators: [
        { type: 'Slice', inputs: ['y', 'last', 'end', 'second_axis'], outputs: ['last_token'] },
        { type: 'Gather', inputs: ['suppressed', 'last_token'], outputs: ['rows'] },
        {
          type: 'ReduceSum',
          inputs: ['rows', 'second_axis'],
          outputs: ['decoder_out'],
          attributes: { keepdims: 0 },
        },
      ],
      metadata: { vocab_size: size, context_size: 2 },
    }),
    joiner: onnxModel({
      inputs: [
        { name: 'encoder_out', type: 'float32', shape: ['batch', BINS] },
        { name: 'decoder_out', type: 'float32', shape: ['batch', size] },
      ],
      outputs: [{ name: 'logit', type: 'float32', shape: ['batch', size] }],
      weights: {
        weights: matrix(weights[0]!.map((_, bin) => weights.map((token) => token[bin]!))),
        bias: row(bias),
      },
      operators: [
        { type: 'MatMul', inputs: ['encoder_out', 'weights'], outputs: ['unbiased'] },
        { type: 'Add', inputs: ['unbiased', 'bias'], outputs: ['heard'] },
        { type: 'Add', inputs: ['heard', 'decoder_out'], outputs: ['logit'] },
      ],
      metadata: { joiner_dim: size },
    }),
    tokens: tokensFile(vocabulary),
  }
}
