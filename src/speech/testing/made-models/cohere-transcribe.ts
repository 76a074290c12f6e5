/** A made model like Cohere Transcribe. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { cast, FLOAT, INT64, TWO_LANGUAGES, Vocabulary, type Writes } from './attention.ts'
import { integer, type ModelFiles, row, tokensFile } from './made-model.ts'
import { SLANEY_7600, toneWeights } from './tones.ts'

const BINS = 128
const LANGUAGES = ['ar', 'de', 'el', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'vi', 'zh']
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
    ...['<|nopnc|>', '<|itn|>', '<|noitn|>', '<|notimestamp|>', '<|nodiarize|>'],
    ...LANGUAGES.map((language) => `<|${language}|>`),
  ],
  end: '<|endoftext|>',
  space: '▁',
  languageToken: (language: string) => `<|${language}|>`,
}
/** The length of the decoder's prompt, and the position of the output language in it. */
const PROMPT = 9
const TARGET = 4
const MAX_TOKENS = 256
/** The library normalises each bin by mean and deviation. Values above this are sound. */
const LOUD = 1
const CONTRAST = 0.2

/** Stored beside the encoder, because the real weights are too large for one ONNX file. */
const WEIGHTS = 'encoder.int8.onnx.data'

export function cohereTranscribeModel(
  writes: Writes = TWO_LANGUAGES,
): ModelFiles<'encoder' | typeof WEIGHTS | 'decoder' | 'tokens'> {
  const vocabulary = new Vocabulary(KIND, writes)
  const rows = vocabulary.rows(100, (pieces) =>
    toneWeights(pieces, SLANEY_7600, { bins: BINS, contrast: CONTRAST }),
  )
  const logits = vocabulary.logits()
  const inLanguage = vocabulary.inLanguage()
  const cache = (name: string) =>
    ({ name, type: 'float32', shape: [1, 1, 1, MAX_TOKENS, vocabulary.size] }) as const
  const cross = (name: string) => ({ name, type: 'float32', shape: [1, 1, 'rows', vocabulary.size] }) as const
  const { end } = rows.weights
  return {
    encoder: onnxModel({
      metadata: { model_type: 'cohere-transcribe-03-2026' },
      inputs: [{ name: 'features', type: 'float32', shape: [1, BINS, 'frames'] }],
      outputs: [cross('cross_k'), cross('cross_v')],
      weights: { ...rows.weights, end: { ...end!, file: WEIGHTS }, zero: integer(0), loud: row([LOUD]) },
      operators: [
        { type: 'Sub', inputs: ['features', 'loud'], outputs: ['above'] },
        { type: 'Relu', inputs: ['above'], outputs: ['bins'] },
        ...rows.operators,
        { type: 'Unsqueeze', inputs: ['rows', 'zero'], outputs: ['cross_k'] },
        { type: 'Identity', inputs: ['cross_k'], outputs: ['cross_v'] },
      ],
    }),
    [WEIGHTS]: Buffer.from(end!.values.buffer),
    // Its state is the language token, which is only in the prompt: later tokens add 0 to it.
    decoder: onnxModel({
      inputs: [
        { name: 'tokens', type: 'int64', shape: [1, 'tokens'] },
        cache('self_k_before'),
        cache('self_v_before'),
        cross('cross_k'),
        cross('cross_v'),
        { name: 'offset', type: 'int64', shape: [] },
      ],
      outputs: [
        { name: 'logits_in_language', type: 'float32', shape: [1, 1, vocabulary.size] },
        cache('self_k'),
        cache('self_v'),
      ],
      weights: {
        ...logits.weights,
        ...inLanguage.weights,
        zero: integer(0),
        target: integer(TARGET),
        prompt_but_one: integer(PROMPT - 1),
        no_tokens: { shape: [1, PROMPT], values: new BigInt64Array(PROMPT) },
      },
      operators: [
        { type: 'Concat', inputs: ['tokens', 'no_tokens'], outputs: ['padded'], attributes: { axis: 1 } },
        { type: 'Gather', inputs: ['padded', 'target'], outputs: ['target_token'], attributes: { axis: 1 } },
        cast('target_token', 'target_as_float', FLOAT),
        { type: 'Add', inputs: ['self_k_before', 'target_as_float'], outputs: ['self_k'] },
        { type: 'Identity', inputs: ['self_v_before'], outputs: ['self_v'] },
        {
          type: 'ReduceMax',
          inputs: ['self_k'],
          outputs: ['language_as_float'],
          attributes: { keepdims: 0 },
        },
        cast('language_as_float', 'language', INT64),
        { type: 'Reshape', inputs: ['language', 'one'], outputs: ['context'] },
        { type: 'Squeeze', inputs: ['cross_k', 'zero'], outputs: ['rows'] },
        // The prompt yields the first piece.
        { type: 'Sub', inputs: ['offset', 'prompt_but_one'], outputs: ['pieces_before'] },
        { type: 'Max', inputs: ['pieces_before', 'zero'], outputs: ['step'] },
        ...logits.operators,
        ...inLanguage.operators,
      ],
    }),
    tokens: tokensFile(vocabulary.tokens),
  }
}
