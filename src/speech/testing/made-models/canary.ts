/** A made model like Canary. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { BOOL, cast, FLOAT, INT64, integers, TWO_LANGUAGES, Vocabulary, type Writes } from './attention.ts'
import { integer, type ModelFiles, tokensFile, transpose } from './made-model.ts'
import { SLANEY_7600, toneWeights } from './tones.ts'

const BINS = 80
const KIND = {
  special: [
    ...[
      '<unk>',
      '<|endoftext|>',
      '<|startofcontext|>',
      '<|startoftranscript|>',
      '<|emo:undefined|>',
      '<|pnc|>',
    ],
    ...['<|nopnc|>', '<|noitn|>', '<|notimestamp|>', '<|nodiarize|>', '<|en|>', '<|es|>', '<|de|>', '<|fr|>'],
  ],
  end: '<|endoftext|>',
  space: '▁',
  languageToken: (language: string) => `<|${language}|>`,
}
/** The length of the decoder's prompt, and the position of the output language in it. */
const PROMPT = 9
const TARGET = 4

export function canaryModel(writes: Writes = TWO_LANGUAGES): ModelFiles<'encoder' | 'decoder' | 'tokens'> {
  const vocabulary = new Vocabulary(KIND, writes)
  const rows = vocabulary.rows(100, (pieces) => toneWeights(pieces, SLANEY_7600, { bins: BINS, contrast: 1 }))
  const logits = vocabulary.logits()
  const inLanguage = vocabulary.inLanguage()
  return {
    encoder: onnxModel({
      metadata: {
        model_type: 'EncDecMultiTaskModel',
        vocab_size: vocabulary.size,
        normalize_type: '',
        subsampling_factor: 40,
        feat_dim: BINS,
        num_decoder_layers: 1,
        decoder_hidden_size: 1,
      },
      inputs: [
        { name: 'x', type: 'float32', shape: [1, 'frames', BINS] },
        { name: 'x_len', type: 'int64', shape: [1] },
      ],
      outputs: [
        { name: 'rows', type: 'float32', shape: [1, 'rows', vocabulary.size] },
        { name: 'enc_len', type: 'int64', shape: [1] },
        { name: 'enc_mask', type: 'bool', shape: [1] },
      ],
      weights: rows.weights,
      operators: [
        transpose('x', 'bins'),
        ...rows.operators,
        { type: 'Identity', inputs: ['x_len'], outputs: ['enc_len'] },
        cast('x_len', 'enc_mask', BOOL),
      ],
    }),
    // Its state consists of the preceding tokens.
    decoder: onnxModel({
      inputs: [
        { name: 'token_and_position', type: 'int32', shape: [1, 2] },
        { name: 'before', type: 'float32', shape: [1, 'before', 1] },
        { name: 'rows', type: 'float32', shape: [1, 'rows', vocabulary.size] },
        { name: 'enc_mask', type: 'bool', shape: [1] },
      ],
      outputs: [
        { name: 'logits_in_language', type: 'float32', shape: [1, 1, vocabulary.size] },
        { name: 'tokens', type: 'float32', shape: [1, 'tokens', 1] },
      ],
      weights: {
        ...logits.weights,
        ...inLanguage.weights,
        zero: integer(0),
        target: integer(TARGET),
        prompt: integer(PROMPT),
        no_tokens: { shape: [1, PROMPT, 1], values: new Float32Array(PROMPT) },
        as_state: integers(1, 1, 1),
      },
      operators: [
        {
          type: 'Gather',
          inputs: ['token_and_position', 'zero'],
          outputs: ['number'],
          attributes: { axis: 1 },
        },
        cast('number', 'number_as_float', FLOAT),
        { type: 'Reshape', inputs: ['number_as_float', 'as_state'], outputs: ['token'] },
        { type: 'Concat', inputs: ['before', 'token'], outputs: ['tokens'], attributes: { axis: 1 } },
        // The last token of the prompt yields the first piece.
        { type: 'Shape', inputs: ['tokens'], outputs: ['shape'] },
        { type: 'Gather', inputs: ['shape', 'one'], outputs: ['count'] },
        { type: 'Sub', inputs: ['count', 'prompt'], outputs: ['pieces_before'] },
        { type: 'Max', inputs: ['pieces_before', 'zero'], outputs: ['step'] },
        ...logits.operators,
        { type: 'Concat', inputs: ['tokens', 'no_tokens'], outputs: ['padded'], attributes: { axis: 1 } },
        { type: 'Gather', inputs: ['padded', 'target'], outputs: ['target_token'], attributes: { axis: 1 } },
        { type: 'Reshape', inputs: ['target_token', 'one'], outputs: ['target_as_float'] },
        cast('target_as_float', 'context', INT64),
        ...inLanguage.operators,
      ],
    }),
    tokens: tokensFile(vocabulary.tokens),
  }
}
