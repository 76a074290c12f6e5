/** Small punctuation models for tests. They know a few words, and the marks for each. */
import { onnxModel, type Operator } from '../../../models/onnx-model.ts'
import type { ModelFiles } from '../../../models/text/testing/tiny-models.ts'

/** The marks that both kinds of model write, including none. */
const MARKS = ['', ',', '.', '?'] as const
type Mark = (typeof MARKS)[number]

interface KnownWord {
  readonly after?: Mark
  /** Takes precedence over the mark after the word before it. */
  readonly before?: Mark
  readonly case?: 'upper' | 'capital'
}

/** By lower-case spelling. Other words have no marks. */
export type KnownWords = Readonly<Record<string, KnownWord>>

/** Scores of the marks after a word, in the order of {@link MARKS}. Those that the next word asks for are higher. */
const scores = (mark: Mark | undefined, score: number) =>
  MARKS.map((one) => (one === (mark ?? '') ? score : 0))
const after = ({ after: mark }: KnownWord) => scores(mark, 1)
const before = ({ before: mark }: KnownWord) => (mark === undefined ? [0, 0, 0, 0] : scores(mark, 9))
/** After the last word: the end of a sentence. */
const END = scores('.', 9)

/** The marks of a CT-Transformer, including the one for no mark. */
const CT_MARKS = ['<unk>', '_', '，', '。', '？', '、']
const toCt = (four: readonly number[]) => [-1, ...four, -1]

/**
 * The file of a model of the kind `ct-transformer`, which ends every text with a full stop.
 * @param marks - what it writes for each of {@link CT_MARKS}
 */
export function ctTransformer(words: KnownWords, marks = CT_MARKS): ModelFiles {
  const known = [{}, ...Object.values(words)]
  const model = onnxModel({
    inputs: [
      { name: 'inputs', type: 'int32', shape: ['texts', 'words'] },
      { name: 'text_lengths', type: 'int32', shape: ['texts'] },
    ],
    outputs: [{ name: 'logits', type: 'float32', shape: ['texts', 'words', CT_MARKS.length] }],
    weights: {
      after: table(known.map((word) => toCt(after(word)))),
      before: table(known.map((word) => toCt(before(word)))),
      end: { shape: [1, 1, CT_MARKS.length], values: Float32Array.from(toCt(END)) },
      ...fromSecond(1),
    },
    operators: marksOf('inputs', 'logits', 1),
    metadata: {
      tokens: ['<unk>', ...Object.keys(words)].join('|'),
      vocab_size: String(known.length),
      punctuations: marks.join('|'),
      unk_symbol: '<unk>',
    },
  })
  return { model }
}

/** The first tokens of every CNN-BiLSTM vocabulary; the model gets the second and third around each text. */
const SPECIAL = ['<unk>', '<s>', '</s>']

/** The files of a model of the kind `cnn-bilstm`, which also writes capitals. Unknown words are spelled letter by letter. */
export function cnnBilstm(words: KnownWords): ModelFiles {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const pieces = [...SPECIAL, '▁', ...letters, ...Object.keys(words).map((word) => `▁${word}`)]
  const known = pieces.map((piece) => words[piece.slice(1)] ?? {})
  const cases = known.map(({ case: own }) => [own === undefined ? 1 : 0, ...caseScores(own), 0])
  const model = onnxModel({
    inputs: [
      { name: 'token_ids', type: 'int32', shape: ['texts', 'tokens'] },
      { name: 'valid_ids', type: 'int32', shape: ['texts', 'tokens'] },
      { name: 'label_lens', type: 'int32', shape: ['texts'] },
    ],
    outputs: [
      { name: 'cases', type: 'float32', shape: ['words', 4] },
      { name: 'marks', type: 'float32', shape: ['words', MARKS.length] },
    ],
    weights: {
      after: table(known.map(after)),
      before: table(known.map(before)),
      end: table([END]),
      cases_of: table(cases),
      flat: integers(-1),
      special: integers(2),
      zero: integers(0),
      ...fromSecond(0),
    },
    operators: [
      // The first token of each word, without the tokens around the text and the padding.
      { type: 'Reshape', inputs: ['token_ids', 'flat'], outputs: ['tokens'] },
      { type: 'Reshape', inputs: ['valid_ids', 'flat'], outputs: ['valid'] },
      { type: 'Cast', inputs: ['tokens'], outputs: ['ids'], attributes: { to: 7 } },
      { type: 'Cast', inputs: ['valid'], outputs: ['first'], attributes: { to: 9 } },
      { type: 'Greater', inputs: ['ids', 'special'], outputs: ['ordinary'] },
      { type: 'Equal', inputs: ['ids', 'zero'], outputs: ['unknown'] },
      { type: 'Or', inputs: ['ordinary', 'unknown'], outputs: ['inText'] },
      { type: 'And', inputs: ['inText', 'first'], outputs: ['isWord'] },
      { type: 'Compress', inputs: ['ids', 'isWord'], outputs: ['words'], attributes: { axis: 0 } },
      { type: 'Gather', inputs: ['cases_of', 'words'], outputs: ['cases'] },
      ...marksOf('words', 'marks', 0),
    ],
    metadata: { COMMA: '1', PERIOD: '2', QUESTION: '3', UPPER: '1', CAP: '2', MIX_CASE: '3' },
  })
  // In SentencePiece's export format. A longer piece has the higher total score.
  const vocabulary = pieces.map((piece) => `${piece}\t${piece.length > 1 ? -1 : -2}\n`).join('')
  return { model, vocabulary: Buffer.from(vocabulary) }
}

function caseScores(own: KnownWord['case']): number[] {
  return [own === 'upper' ? 1 : 0, own === 'capital' ? 1 : 0]
}

/** The scores of the marks after each word: its own, and those that the next word asks for. */
function marksOf(words: string, output: string, axis: number): Operator[] {
  return [
    { type: 'Gather', inputs: ['after', words], outputs: ['own'] },
    { type: 'Gather', inputs: ['before', words], outputs: ['wanted'] },
    { type: 'Slice', inputs: ['wanted', 'second', 'farthest', 'axis'], outputs: ['later'] },
    { type: 'Concat', inputs: ['later', 'end'], outputs: ['next'], attributes: { axis } },
    { type: 'Add', inputs: ['own', 'next'], outputs: [output] },
  ]
}

/** The constants that {@link marksOf} slices with. */
function fromSecond(axis: number) {
  return { second: integers(1), farthest: integers(1_000_000), axis: integers(axis) }
}

function table(rows: readonly (readonly number[])[]) {
  return { shape: [rows.length, rows[0]?.length ?? 0], values: Float32Array.from(rows.flat()) }
}

const integers = (value: number) => ({ shape: [1], values: BigInt64Array.of(BigInt(value)) })
