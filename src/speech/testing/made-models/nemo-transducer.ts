/** A made model like NeMo's transducers: Parakeet RNN-T, or with durations Parakeet TDT. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { integer, matrix, type ModelFiles, row, subsample, tokensFile, transpose } from './made-model.ts'
import { type Piece, PIECES, SLANEY, suppressedAfter, toneWeights } from './tones.ts'

const SUBSAMPLING = 8

/** The size of its state, which it does not use. */
const STATE = { layers: 1, size: 2 }
const BINS = 80

/**
 * Frames that a piece lasts, if the model has durations: as long as it sounds, plus the frame before, at whose end its
 * beginning is heard.
 */
const PIECE_FRAMES = 4

/**
 * A continuing tone is not written twice, because the decoder suppresses it.
 * @param hasDurations - whether it is a TDT model, which outputs how long each token lasts
 */
export function nemoTransducerModel({
  pieces = PIECES,
  hasDurations = true,
}: { pieces?: readonly Piece[]; hasDurations?: boolean } = {}): ModelFiles<
  'encoder' | 'decoder' | 'joiner' | 'tokens'
> {
  const vocabulary = [...pieces.map(({ text }) => text), '<blk>']
  const size = vocabulary.length
  const { matrix: weights, bias } = toneWeights([...pieces, null], SLANEY)
  const suppressed = suppressedAfter([...pieces, null])
  const state = (name: string) =>
    ({ name, type: 'float32', shape: [STATE.layers, 'batch', STATE.size] }) as const
  const pass = (input: string, output: string) => ({ type: 'Identity', inputs: [input], outputs: [output] })
  // A token with a positive score lasts PIECE_FRAMES, any other one frame.
  const durations = Array.from({ length: size }, (_, id) =>
    Array.from({ length: 5 }, (_duration, frames) =>
      id < pieces.length && frames === PIECE_FRAMES ? 10 : 0,
    ),
  )
  const outputs = hasDurations ? size + 5 : size
  return {
    encoder: onnxModel({
      inputs: [
        { name: 'audio_signal', type: 'float32', shape: ['batch', BINS, 'frames'] },
        { name: 'length', type: 'int64', shape: ['batch'] },
      ],
      outputs: [
        { name: 'outputs', type: 'float32', shape: ['batch', BINS, 'steps'] },
        { name: 'encoded_lengths', type: 'int64', shape: ['batch'] },
      ],
      weights: { factor: integer(SUBSAMPLING) },
      operators: [
        subsample('audio_signal', 'outputs', SUBSAMPLING),
        { type: 'Div', inputs: ['length', 'factor'], outputs: ['encoded_lengths'] },
      ],
      metadata: {
        vocab_size: pieces.length,
        subsampling_factor: SUBSAMPLING,
        normalize_type: 'NA',
        pred_rnn_layers: STATE.layers,
        pred_hidden: STATE.size,
        feat_dim: BINS,
        url: hasDurations ? 'made-tdt' : 'made',
      },
    }),
    decoder: onnxModel({
      inputs: [
        { name: 'targets', type: 'int32', shape: ['batch', 'length'] },
        { name: 'target_length', type: 'int32', shape: ['batch'] },
        state('state'),
        state('cell'),
      ],
      outputs: [
        { name: 'outputs', type: 'float32', shape: ['batch', 'length', size] },
        { name: 'prednet_lengths', type: 'int32', shape: ['batch'] },
        state('next_state'),
        state('next_cell'),
      ],
      weights: { suppressed: matrix(suppressed) },
      operators: [
        { type: 'Gather', inputs: ['suppressed', 'targets'], outputs: ['outputs'] },
        pass('target_length', 'prednet_lengths'),
        pass('state', 'next_state'),
        pass('cell', 'next_cell'),
      ],
    }),
    joiner: onnxModel({
      inputs: [
        { name: 'encoder_outputs', type: 'float32', shape: ['batch', BINS, 'steps'] },
        { name: 'decoder_outputs', type: 'float32', shape: ['batch', 'length', size] },
      ],
      outputs: [{ name: 'outputs', type: 'float32', shape: ['batch', 'steps', outputs] }],
      weights: {
        weights: matrix(weights[0]!.map((_, bin) => weights.map((token) => token[bin]!))),
        bias: row(bias),
        durations: matrix(durations),
        one_frame: row([-5, 5, -5, -5, -5]),
      },
      operators: [
        transpose('encoder_outputs', 'steps'),
        { type: 'MatMul', inputs: ['steps', 'weights'], outputs: ['unbiased'] },
        { type: 'Add', inputs: ['unbiased', 'bias'], outputs: ['heard'] },
        {
          type: 'Add',
          inputs: ['heard', 'decoder_outputs'],
          outputs: [hasDurations ? 'scores' : 'outputs'],
        },
        ...(hasDurations
          ? [
              { type: 'Relu', inputs: ['scores'], outputs: ['sounding'] },
              { type: 'MatMul', inputs: ['sounding', 'durations'], outputs: ['lasting'] },
              { type: 'Add', inputs: ['lasting', 'one_frame'], outputs: ['duration_scores'] },
              {
                type: 'Concat',
                inputs: ['scores', 'duration_scores'],
                outputs: ['outputs'],
                attributes: { axis: 2 },
              },
            ]
          : []),
      ],
    }),
    tokens: tokensFile(vocabulary),
  }
}
