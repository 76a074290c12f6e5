/** A made model like Qwen3-ASR. */
import { onnxModel } from '../../../models/onnx-model.ts'
import { cast, FLOAT, INT64, integers, TWO_LANGUAGES, Vocabulary, type Writes } from './attention.ts'
import { integer, matrix, type ModelFiles, transpose } from './made-model.ts'
import { SLANEY, toneWeights } from './tones.ts'

const BINS = 128
/** The most tokens of prompt, audio and text together. */
const MAX_TOKENS = 512
/** How often each row is repeated, so that there are about as many tokens per second of audio as in the real model: 13. */
const REPEATED = 5
/** The library scales the decimal logarithm by a quarter. */
const CONTRAST = 0.3

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' })
const ADDED = [
  '<|endoftext|>',
  '<|im_start|>',
  '<|im_end|>',
  '<|audio_start|>',
  '<|audio_end|>',
  '<|audio_pad|>',
  '<asr_text>',
]
/** `Ġ` is a space, and `Ċ` a line break. */
const KIND = {
  end: '<|im_end|>',
  space: 'Ġ',
  languageToken: (language: string) => `Ġ${ENGLISH.of(language)}`,
}

type File = 'conv-frontend' | 'encoder' | 'decoder' | 'vocab.json' | 'merges.txt' | 'tokenizer_config.json'

export function qwen3AsrModel(writes: Writes = TWO_LANGUAGES): ModelFiles<File> {
  const languages = typeof writes === 'string' ? [] : Object.keys(writes).map(KIND.languageToken)
  const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZĊ')
  const vocabulary = new Vocabulary(
    { ...KIND, special: [...ADDED, ...letters, 'language', ...languages] },
    writes,
  )
  const rows = vocabulary.rows(100, (pieces) =>
    toneWeights(pieces, SLANEY, { bins: BINS, contrast: CONTRAST }),
  )
  const logits = vocabulary.logits()
  const inLanguage = vocabulary.inLanguage()
  // A piece that occurs in the context scores slightly higher than an equal one.
  const own = vocabulary.tokens.map((context, i) =>
    vocabulary.tokens.map((token) => (token === context && vocabulary.pieces[i] ? 0.01 : 0)),
  )
  const cache = (name: string, length: number | string) =>
    ({ name, type: 'float32', shape: [1, length, 1, 1] }) as const
  const vocab = Object.fromEntries(vocabulary.tokens.map((token, id) => [token, id]))
  const words = vocabulary.tokens.filter((token) => token.startsWith('Ġ'))
  return {
    'conv-frontend': onnxModel({
      inputs: [{ name: 'features', type: 'float32', shape: [1, 'frames', BINS] }],
      outputs: [{ name: 'same_features', type: 'float32', shape: [1, 'frames', BINS] }],
      weights: {},
      operators: [{ type: 'Identity', inputs: ['features'], outputs: ['same_features'] }],
    }),
    encoder: onnxModel({
      inputs: [
        { name: 'features', type: 'float32', shape: [1, 'frames', BINS] },
        { name: 'mask', type: 'bool', shape: [1, 'frames'] },
      ],
      outputs: [{ name: 'audio', type: 'float32', shape: [1, 'audio tokens', vocabulary.size] }],
      weights: { ...rows.weights, repeats: integers(1, REPEATED, 1) },
      operators: [
        transpose('features', 'bins'),
        ...rows.operators,
        { type: 'Tile', inputs: ['rows', 'repeats'], outputs: ['audio'] },
      ],
    }),
    // Its state consists of the preceding tokens, and of which of them are the prompt.
    decoder: onnxModel({
      inputs: [
        { name: 'input_ids', type: 'int64', shape: [1, 'tokens'] },
        { name: 'rows', type: 'float32', shape: [1, 'rows', vocabulary.size] },
        { name: 'attention_mask', type: 'int64', shape: [1, 'tokens'] },
        { name: 'cache_position', type: 'int64', shape: ['tokens'] },
        cache('past_key_0', MAX_TOKENS),
        cache('past_value_0', MAX_TOKENS),
      ],
      outputs: [
        { name: 'logits_of_each', type: 'float32', shape: [1, 'tokens', vocabulary.size] },
        cache('key_0', 'tokens'),
        cache('value_0', 'tokens'),
      ],
      weights: {
        ...logits.weights,
        ...inLanguage.weights,
        own: matrix(own),
        as_state: integers(1, -1, 1, 1),
        one_state: integers(1, 1, 1, 1),
        flat: integer(-1),
        size: integer(vocabulary.size),
      },
      operators: [
        { type: 'Reshape', inputs: ['input_ids', 'as_state'], outputs: ['ids'] },
        cast('ids', 'key_0', FLOAT),
        { type: 'Shape', inputs: ['ids'], outputs: ['state_shape'] },
        { type: 'Gather', inputs: ['state_shape', 'one'], outputs: ['count'] },
        { type: 'Greater', inputs: ['count', 'one'], outputs: ['is_prompt'] },
        cast('is_prompt', 'is_prompt_as_float', FLOAT),
        { type: 'Reshape', inputs: ['is_prompt_as_float', 'one_state'], outputs: ['is_prompt_as_state'] },
        { type: 'Expand', inputs: ['is_prompt_as_state', 'state_shape'], outputs: ['value_0'] },
        // The last token of the prompt yields the first piece.
        {
          type: 'Concat',
          inputs: ['past_value_0', 'value_0'],
          outputs: ['in_prompt'],
          attributes: { axis: 1 },
        },
        {
          type: 'ReduceSum',
          inputs: ['in_prompt'],
          outputs: ['prompt_as_float'],
          attributes: { keepdims: 0 },
        },
        cast('prompt_as_float', 'prompt', INT64),
        { type: 'ReduceMax', inputs: ['cache_position'], outputs: ['position'], attributes: { keepdims: 0 } },
        { type: 'Sub', inputs: ['position', 'prompt'], outputs: ['since_prompt'] },
        { type: 'Add', inputs: ['since_prompt', 'one'], outputs: ['step'] },
        ...logits.operators,
        { type: 'Concat', inputs: ['past_key_0', 'key_0'], outputs: ['all_ids'], attributes: { axis: 1 } },
        { type: 'Reshape', inputs: ['all_ids', 'flat'], outputs: ['flat_ids'] },
        cast('flat_ids', 'context', INT64),
        ...inLanguage.operators,
        { type: 'Gather', inputs: ['own', 'context'], outputs: ['own_of_each'] },
        {
          type: 'ReduceMax',
          inputs: ['own_of_each'],
          outputs: ['own_of_any'],
          attributes: { axes: [0], keepdims: 0 },
        },
        { type: 'Add', inputs: ['logits_in_language', 'own_of_any'], outputs: ['logits_in_context'] },
        {
          type: 'Concat',
          inputs: ['one', 'count', 'size'],
          outputs: ['logits_shape'],
          attributes: { axis: 0 },
        },
        { type: 'Expand', inputs: ['logits_in_context', 'logits_shape'], outputs: ['logits_of_each'] },
      ],
    }),
    'vocab.json': json(vocab),
    'merges.txt': Buffer.from(
      ['#version: 0.2', ...new Set(['language', ...words].flatMap(mergesOf))].join('\n'),
    ),
    'tokenizer_config.json': json({
      added_tokens_decoder: Object.fromEntries(ADDED.map((content) => [vocab[content], { content }])),
    }),
  }
}

/** The merges that build the token of a word, letter by letter. */
function mergesOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, i) => `${word.slice(0, i + 1)} ${word[i + 1]}`)
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
