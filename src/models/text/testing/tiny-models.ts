/** Small models for tests, which know only a few words. */
import { createHash } from 'node:crypto'
import { onnxModel } from '../../onnx-model.ts'
import { type ModelDescription, modelDescription, type Purpose } from '../../pulled/model-description.ts'

/** The files of a model, by their names in its description. */
export type ModelFiles = Readonly<Record<string, Buffer>>

/** The first tokens of every WordPiece vocabulary. */
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'] as const

/** The same for SentencePiece. */
const ENDS = ['<pad>', '</s>', '<unk>'] as const
const end = 1

/** A WordPiece tokenizer like BERT's, without lowercasing. */
export function wordPieces(words: readonly string[]): object {
  const vocabulary = Object.fromEntries([...SPECIAL, ...words].map((word, id) => [word, id]))
  return {
    version: '1.0',
    added_tokens: SPECIAL.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: false,
      lowercase: false,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: false },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: vocabulary,
    },
  }
}

/** A SentencePiece tokenizer; `▁` begins a word. */
export function pieces(words: readonly string[]): object {
  return {
    version: '1.0',
    added_tokens: ENDS.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: null,
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '</s>', type_id: 0 } }],
      pair: [],
      special_tokens: { '</s>': { id: '</s>', ids: [end], tokens: ['</s>'] } },
    },
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    model: { type: 'Unigram', unk_id: 2, vocab: [...ENDS, ...words].map((token) => [token, -1]) },
  }
}

const SECOND_AXIS = { shape: [1], values: BigInt64Array.of(1n) }

function table(rows: readonly (readonly number[])[]) {
  return { shape: [rows.length, rows[0]?.length ?? 0], values: Float32Array.from(rows.flat()) }
}

interface Labelling {
  /** The label of each known word and word piece (`##…`). Everything else gets the first label. */
  readonly words: Readonly<Record<string, string>>
  readonly labels: readonly string[]
  /** Whether the model labels tokens or, by the words in them, texts. */
  readonly of: 'tokens' | 'texts'
  /** The most tokens that it reads at once. */
  readonly positions?: number
  readonly architecture?: string
}

/** The files of a classifier. */
export function labellingModel({ words, labels, of, positions = 512, architecture }: Labelling): ModelFiles {
  const rows = Object.values(words).map((label) => labels.map((one) => (one === label ? 9 : 0)))
  const first = labels.map((_, index) => (index === 0 ? 1 : 0))
  // Padding has no scores, so that it changes no sum.
  const special = [labels.map(() => 0), first, labels.map(() => 0), labels.map(() => 0)]
  const gather = {
    type: 'Gather',
    inputs: ['scores', 'input_ids'],
    outputs: [of === 'tokens' ? 'logits' : 'each'],
  }
  const sum = {
    type: 'ReduceSum',
    inputs: ['each', 'axes'],
    outputs: ['logits'],
    attributes: { keepdims: 0 },
  }
  const model = onnxModel({
    inputs: [
      { name: 'input_ids', type: 'int64', shape: ['batch', 'tokens'] },
      { name: 'attention_mask', type: 'int64', shape: ['batch', 'tokens'] },
    ],
    outputs: [
      {
        name: 'logits',
        type: 'float32',
        shape: of === 'tokens' ? ['batch', 'tokens', labels.length] : ['batch', labels.length],
      },
    ],
    weights: { scores: table([...special, ...rows]), axes: SECOND_AXIS },
    operators: of === 'tokens' ? [gather] : [gather, sum],
  })
  return {
    config: json({
      model_type: 'bert',
      architectures: [
        architecture ?? (of === 'tokens' ? 'BertForTokenClassification' : 'BertForSequenceClassification'),
      ],
      id2label: Object.fromEntries(labels.entries()),
      max_position_embeddings: positions,
    }),
    tokenizer: json(wordPieces(Object.keys(words))),
    model,
  }
}

/**
 * The files of a model that translates word by word: each text becomes its distinct words, in the order of the
 * dictionary.
 * @param words - the words of one language, and their translations
 */
export function translatingModel(words: Readonly<Record<string, string>>): ModelFiles {
  const [from, to] = [Object.keys(words), Object.values(words)]
  const vocabulary = [...ENDS, ...[...from, ...to].map((word) => `▁${word}`)]
  const idOf = (word: string) => vocabulary.indexOf(`▁${word}`)
  const row = (entries: readonly (readonly [number, number])[]) => {
    const numbers = vocabulary.map(() => 0)
    for (const [id, number] of entries) numbers[id] = number
    return numbers
  }
  // The encoder gives each word its translation; the decoder sums them, and prefers the next word after the last one.
  const encoder = vocabulary.map((token) => {
    const target = from.includes(token.slice(1)) ? words[token.slice(1)] : undefined
    return row(target === undefined ? [] : [[idOf(target), 100]])
  })
  const decoder = vocabulary.map((token) => {
    const last = to.indexOf(token.slice(1))
    const later = to.map((word, index) => [idOf(word), index > last ? -index : -1000] as const)
    return row([[end, 50], [0, -1000], ...later])
  })
  const tokens = (name: string) => ({ name, type: 'int64', shape: ['batch', `${name} length`] }) as const
  const states = {
    name: 'encoder_hidden_states',
    type: 'float32',
    shape: ['batch', 'length', vocabulary.length],
  } as const
  const output = { ...states, name: 'last_hidden_state' }
  return {
    config: json({
      model_type: 'marian',
      architectures: ['MarianMTModel'],
      is_encoder_decoder: true,
      vocab_size: vocabulary.length,
      d_model: vocabulary.length,
      encoder_layers: 1,
      decoder_layers: 1,
      encoder_attention_heads: 1,
      decoder_attention_heads: 1,
      pad_token_id: 0,
      eos_token_id: end,
      decoder_start_token_id: 0,
    }),
    'generation-config': json({ pad_token_id: 0, eos_token_id: end, decoder_start_token_id: 0 }),
    tokenizer: json(pieces(vocabulary.slice(3))),
    'tokenizer-config': json({
      tokenizer_class: 'MarianTokenizer',
      pad_token: '<pad>',
      eos_token: '</s>',
      unk_token: '<unk>',
      model_max_length: 512,
    }),
    encoder: onnxModel({
      inputs: [tokens('input_ids'), tokens('attention_mask')],
      outputs: [output],
      weights: { translations: table(encoder) },
      operators: [{ type: 'Gather', inputs: ['translations', 'input_ids'], outputs: ['last_hidden_state'] }],
    }),
    decoder: onnxModel({
      inputs: [tokens('input_ids'), tokens('encoder_attention_mask'), states],
      outputs: [{ name: 'logits', type: 'float32', shape: ['batch', 'input_ids length', vocabulary.length] }],
      weights: { order: table(decoder), axes: SECOND_AXIS },
      operators: [
        { type: 'Gather', inputs: ['order', 'input_ids'], outputs: ['next'] },
        {
          type: 'ReduceSum',
          inputs: [states.name, 'axes'],
          outputs: ['words'],
          attributes: { keepdims: 1 },
        },
        { type: 'Add', inputs: ['next', 'words'], outputs: ['logits'] },
      ],
    }),
  }
}

/** The description of a model whose files a server has at `/<model>/<file>`. */
export function described<P extends Purpose>(
  files: ModelFiles,
  model: { readonly name: string; readonly purpose: P; readonly [field: string]: unknown },
): Extract<ModelDescription, { purpose: P }> {
  const entries = Object.entries(files).map(([file, bytes]) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return [file, { url: `${model.name}/${file}`, size: bytes.length, sha256 }]
  })
  return modelDescription.parse({
    licence: 'MIT',
    languages: ['en'],
    priority: 1,
    ...model,
    files: Object.fromEntries(entries),
  }) as Extract<ModelDescription, { purpose: P }>
}

/** The files of a server, by path. */
export function servedFiles(name: string, files: ModelFiles): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(files).map(([file, bytes]) => [`/${name}/${file}`, bytes]))
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
