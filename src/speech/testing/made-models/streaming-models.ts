/**
 * Streaming models for tests that hear a known text. Each word is a tone over the speech, and the models hear nothing
 * else. They have the inputs, outputs and metadata of real models, and keep the last frame of each chunk in their state:
 * a state that is lost or mixed up with that of another stream loses or adds a word.
 */
import { onnxModel, type Operator } from '../../../models/onnx-model.ts'
import type { ModelFiles } from '../../../models/text/testing/tiny-models.ts'

/** The words that the models know. */
export const WORDS = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'] as const
/** The tone of each of {@link WORDS}, in Hz; all within the telephone band. */
export const TONES: readonly number[] = [1900, 2200, 2500, 2800, 3100, 3400]

const BINS = 80
/** A tone is heard where its bins are louder by this, as a logarithm, than the bins around them. */
const LOUDER = 4
/** How much a word's score is lowered right after the word, so that it is not written twice. */
const AGAIN = -100

const floats = (shape: readonly number[], values: Iterable<number>) => ({
  shape,
  values: Float32Array.from(values),
})
const integers = (...values: readonly number[]) => ({
  shape: [values.length],
  values: BigInt64Array.from(values.map(BigInt)),
})

interface Scale {
  readonly mel: (hertz: number) => number
  readonly low: number
  readonly high: number
}
/** Kaldi's filter bank, with the library's settings. */
const KALDI: Scale = { mel: (hertz) => 1127 * Math.log(1 + hertz / 700), low: 20, high: 7600 }
/** librosa's, for NeMo transducers: linear up to 1 kHz. */
const LIBROSA: Scale = {
  mel: (hertz) => (hertz < 1000 ? hertz / 66.667 : 15 + (27 * Math.log(hertz / 1000)) / Math.log(6.4)),
  low: 0,
  high: 8000,
}

/** The tokens, and their scores for a frame of features: `heard` [bins, tokens] and `least` [tokens]. */
function vocabularyOf(blank: 'first' | 'last', { mel, low, high }: Scale) {
  const words = WORDS.map((word) => `▁${word}`)
  const tokens = blank === 'first' ? ['<blk>', ...words] : [...words, '<blk>']
  const binOf = (hertz: number) => ((mel(hertz) - mel(low)) / (mel(high) - mel(low))) * (BINS + 1) - 1
  const toneOf = (token: string) => TONES[words.indexOf(token)]
  const heard = Array.from({ length: BINS }, (_, bin) =>
    tokens.map((token) => {
      const tone = toneOf(token)
      if (tone === undefined) return 0
      const distance = Math.abs(bin - binOf(tone))
      return distance < 1 ? 1 : distance >= 2.5 && distance < 3.5 ? -1 : 0
    }),
  )
  const least = tokens.map((token) => (toneOf(token) === undefined ? 0 : -2 * LOUDER))
  return {
    size: tokens.length,
    blank: tokens.indexOf('<blk>'),
    file: Buffer.from(tokens.map((token, id) => `${token} ${id}\n`).join('')),
    weights: {
      heard: floats([BINS, tokens.length], heard.flat()),
      least: floats([tokens.length], least),
    },
    /** [tokens, tokens]: what the last token adds to the scores of the next one. */
    after: floats(
      [tokens.length, tokens.length],
      tokens.flatMap((last, i) => tokens.map((_, k) => (i === k && last !== '<blk>' ? AGAIN : 0))),
    ),
  }
}

type Vocabulary = ReturnType<typeof vocabularyOf>

/**
 * From `frames` [streams, frames of features, bins] and `last` [streams, 1, tokens] to `scores` [streams, frames,
 * tokens], one frame late, and `next last`.
 * @param every the factor by which the number of frames is reduced
 */
function hearing({ weights }: Vocabulary, frames: number, every: number) {
  const count = frames / every
  return {
    weights: {
      ...weights,
      picked: integers(...Array.from({ length: count }, (_, i) => i * every)),
      first: integers(0),
      final: integers(count - 1),
      end: integers(count),
      'second axis': integers(1),
    },
    operators: [
      { type: 'Gather', inputs: ['frames', 'picked'], outputs: ['some'], attributes: { axis: 1 } },
      { type: 'MatMul', inputs: ['some', 'heard'], outputs: ['own'] },
      { type: 'Slice', inputs: ['own', 'first', 'final', 'second axis'], outputs: ['all but the last'] },
      { type: 'Slice', inputs: ['own', 'final', 'end', 'second axis'], outputs: ['next last'] },
      { type: 'Concat', inputs: ['last', 'all but the last'], outputs: ['late'], attributes: { axis: 1 } },
      { type: 'Add', inputs: ['late', 'least'], outputs: ['scores'] },
    ] satisfies Operator[],
  }
}

/** Frames of 10 ms, as in most Zipformers: decodes 0.32 s at a time, once 0.45 s are available. */
const ZIPFORMER = { window: 45, shift: 32, every: 4 }

/** What Zipformers have in common: caches of one layer, the first of which is used. */
function zipformer(vocabulary: Vocabulary, scores: string, burden = 1) {
  const { window, shift, every } = ZIPFORMER
  const { size } = vocabulary
  const caches = {
    cached_key_0: [1, 'N', size],
    cached_nonlin_attn_0: [1, 'N', 1, 3],
    cached_val1_0: [1, 'N', 1],
    cached_val2_0: [1, 'N', 1],
    cached_conv1_0: ['N', 4, 1],
    cached_conv2_0: ['N', 4, 1],
    embed_states: ['N', 128, 3, 19],
  } satisfies Record<string, (number | string)[]>
  const others = [...Object.keys(caches).slice(1), 'processed_lens']
  const hears = hearing(vocabulary, shift, every)
  const ports = (prefix: string) => [
    ...Object.entries(caches).map(
      ([name, shape]) => ({ name: prefix + name, type: 'float32', shape }) as const,
    ),
    { name: `${prefix}processed_lens`, type: 'int64', shape: ['N'] } as const,
  ]
  return onnxModel({
    metadata: {
      model_type: 'zipformer2',
      encoder_dims: 4,
      query_head_dims: size,
      value_head_dims: 1,
      num_heads: 1,
      num_encoder_layers: 1,
      cnn_module_kernels: 3,
      left_context_len: 1,
      T: window,
      decode_chunk_len: shift,
    },
    inputs: [{ name: 'x', type: 'float32', shape: ['N', window, BINS] }, ...ports('')],
    outputs: [{ name: scores, type: 'float32', shape: ['N', shift / every, size] }, ...ports('new_')],
    weights: {
      ...hears.weights,
      much: floats([BINS, burden], new Float32Array(BINS * burden).fill(1)),
      nothing: floats([burden, BINS], new Float32Array(BINS * burden)),
    },
    operators: [
      { type: 'MatMul', inputs: ['x', 'much'], outputs: ['computed'] },
      { type: 'MatMul', inputs: ['computed', 'nothing'], outputs: ['zeros'] },
      { type: 'Add', inputs: ['x', 'zeros'], outputs: ['frames'] },
      { type: 'Transpose', inputs: ['cached_key_0'], outputs: ['last'], attributes: { perm: [1, 0, 2] } },
      ...hears.operators,
      {
        type: 'Transpose',
        inputs: ['next last'],
        outputs: ['new_cached_key_0'],
        attributes: { perm: [1, 0, 2] },
      },
      ...others.map((name) => ({ type: 'Identity', inputs: [name], outputs: [`new_${name}`] })),
      { type: 'Identity', inputs: ['scores'], outputs: [scores] },
    ],
  })
}

/**
 * The files of a Zipformer transducer (icefall): blank first, with token probabilities.
 * @param burden how many unused numbers it computes from each frame: with 100,000, decoding took 0.06 s per second of
 *   audio
 */
export function zipformerTransducer({ burden }: { readonly burden?: number } = {}): ModelFiles {
  const words = vocabularyOf('first', KALDI)
  const { size } = words
  return {
    encoder: zipformer(words, 'encoder_out', burden),
    // The library passes the last two tokens; before the first tokens, one is −1, the last entry of the table.
    decoder: onnxModel({
      metadata: { vocab_size: size, context_size: 2 },
      inputs: [{ name: 'y', type: 'int64', shape: ['N', 2] }],
      outputs: [{ name: 'decoder_out', type: 'float32', shape: ['N', size] }],
      weights: { after: words.after, 'the last': { shape: [], values: BigInt64Array.of(1n) } },
      operators: [
        { type: 'Gather', inputs: ['y', 'the last'], outputs: ['token'], attributes: { axis: 1 } },
        { type: 'Gather', inputs: ['after', 'token'], outputs: ['decoder_out'] },
      ],
    }),
    joiner: onnxModel({
      metadata: { joiner_dim: size },
      inputs: [
        { name: 'encoder_out', type: 'float32', shape: ['N', size] },
        { name: 'decoder_out', type: 'float32', shape: ['N', size] },
      ],
      outputs: [{ name: 'logit', type: 'float32', shape: ['N', size] }],
      weights: {},
      operators: [{ type: 'Add', inputs: ['encoder_out', 'decoder_out'], outputs: ['logit'] }],
    }),
    tokens: words.file,
  }
}

/** The file of a Zipformer with CTC (icefall). */
export function zipformerCtc(): ModelFiles {
  const words = vocabularyOf('first', KALDI)
  return { model: zipformer(words, 'log_probs'), tokens: words.file }
}

/** Decodes 0.16 s at a time, once 0.25 s are available. */
const NEMO = { window: 25, shift: 16, every: 8 }

/** What NeMo models have in common: caches, the first of which is used. */
function nemo(
  vocabulary: Vocabulary,
  output: { name: string; byTime: boolean },
  languages?: readonly string[],
) {
  const { window, shift, every } = NEMO
  const { size } = vocabulary
  const hears = hearing(vocabulary, shift, every)
  const caches = {
    cache_last_channel: ['N', 1, 1, size],
    cache_last_time: ['N', 1, 1, 1],
  } satisfies Record<string, (number | string)[]>
  const ports = (suffix: string) => [
    ...Object.entries(caches).map(
      ([name, shape]) => ({ name: name + suffix, type: 'float32', shape }) as const,
    ),
    { name: `cache_last_channel_len${suffix}`, type: 'int64', shape: ['N'] } as const,
  ]
  // With two languages, the second hears each word as the one after it.
  const other = Array.from({ length: size ** 2 }, (_, i) => {
    const [from, to] = [Math.floor(i / size), i % size]
    return Number(from === vocabulary.blank ? to === from : to === (from + 1) % vocabulary.blank)
  })
  const same = Array.from({ length: size ** 2 }, (_, i) => Number(Math.floor(i / size) === i % size))
  const spoken = languages === undefined ? 'scores' : 'in language'
  return onnxModel({
    metadata: {
      vocab_size: size - 1,
      window_size: window,
      chunk_shift: shift,
      subsampling_factor: every,
      normalize_type: 'NA',
      pred_rnn_layers: 1,
      pred_hidden: 1,
      cache_last_channel_dim1: 1,
      cache_last_channel_dim2: 1,
      cache_last_channel_dim3: size,
      cache_last_time_dim1: 1,
      cache_last_time_dim2: 1,
      cache_last_time_dim3: 1,
      ...(languages && {
        prompt_dictionary: JSON.stringify({
          auto: 0,
          ...Object.fromEntries(languages.map((language, id) => [language, id])),
        }),
      }),
    },
    inputs: [
      { name: 'audio_signal', type: 'float32', shape: ['N', BINS, window] },
      { name: 'length', type: 'int64', shape: ['N'] },
      ...ports(''),
      ...(languages ? [{ name: 'prompt_index', type: 'int64', shape: ['N'] } as const] : []),
    ],
    outputs: [
      {
        name: output.name,
        type: 'float32',
        shape: output.byTime ? ['N', shift / every, size] : ['N', size, shift / every],
      },
      { name: 'encoded_lengths', type: 'int64', shape: ['N'] },
      ...ports('_next'),
    ],
    weights: {
      ...hears.weights,
      ...(languages && { dialects: floats([2, size, size], [...same, ...other]) }),
    },
    operators: [
      { type: 'Transpose', inputs: ['audio_signal'], outputs: ['frames'], attributes: { perm: [0, 2, 1] } },
      { type: 'Squeeze', inputs: ['cache_last_channel', 'second axis'], outputs: ['last'] },
      ...hears.operators,
      { type: 'Unsqueeze', inputs: ['next last', 'second axis'], outputs: ['cache_last_channel_next'] },
      { type: 'Identity', inputs: ['cache_last_time'], outputs: ['cache_last_time_next'] },
      { type: 'Identity', inputs: ['cache_last_channel_len'], outputs: ['cache_last_channel_len_next'] },
      { type: 'Identity', inputs: ['length'], outputs: ['encoded_lengths'] },
      ...(languages
        ? [
            { type: 'Gather', inputs: ['dialects', 'prompt_index'], outputs: ['dialect'] },
            { type: 'MatMul', inputs: ['scores', 'dialect'], outputs: ['in language'] },
          ]
        : []),
      output.byTime
        ? { type: 'Identity', inputs: [spoken], outputs: [output.name] }
        : { type: 'Transpose', inputs: [spoken], outputs: [output.name], attributes: { perm: [0, 2, 1] } },
    ],
  })
}

/**
 * The files of a NeMo transducer: blank last.
 * @param languages two languages that it can be told; the second hears each word as the one after it
 */
export function nemoTransducer(languages?: readonly [string, string]): ModelFiles {
  const words = vocabularyOf('last', LIBROSA)
  const { size } = words
  return {
    encoder: nemo(words, { name: 'outputs', byTime: false }, languages),
    decoder: onnxModel({
      inputs: [
        { name: 'targets', type: 'int32', shape: [1, 1] },
        { name: 'target_length', type: 'int32', shape: [1] },
        { name: 'states.1', type: 'float32', shape: [1, 1, 1] },
        { name: 'states.2', type: 'float32', shape: [1, 1, 1] },
      ],
      outputs: [
        { name: 'decoder_outputs', type: 'float32', shape: [1, size, 1] },
        { name: 'prednet_lengths', type: 'int32', shape: [1] },
        { name: 'states.1_next', type: 'float32', shape: [1, 1, 1] },
        { name: 'states.2_next', type: 'float32', shape: [1, 1, 1] },
      ],
      weights: { after: words.after },
      operators: [
        { type: 'Gather', inputs: ['after', 'targets'], outputs: ['next'] },
        {
          type: 'Transpose',
          inputs: ['next'],
          outputs: ['decoder_outputs'],
          attributes: { perm: [0, 2, 1] },
        },
        { type: 'Identity', inputs: ['target_length'], outputs: ['prednet_lengths'] },
        { type: 'Identity', inputs: ['states.1'], outputs: ['states.1_next'] },
        { type: 'Identity', inputs: ['states.2'], outputs: ['states.2_next'] },
      ],
    }),
    joiner: onnxModel({
      inputs: [
        { name: 'encoder_outputs', type: 'float32', shape: [1, size, 1] },
        { name: 'decoder_outputs', type: 'float32', shape: [1, size, 1] },
      ],
      outputs: [{ name: 'outputs', type: 'float32', shape: [1, size, 1] }],
      weights: {},
      operators: [{ type: 'Add', inputs: ['encoder_outputs', 'decoder_outputs'], outputs: ['outputs'] }],
    }),
    tokens: words.file,
  }
}

/** The file of a NeMo model with CTC. */
export function nemoCtc(): ModelFiles {
  // Its features are Kaldi's.
  const words = vocabularyOf('last', KALDI)
  return { model: nemo(words, { name: 'logprobs', byTime: true }), tokens: words.file }
}
