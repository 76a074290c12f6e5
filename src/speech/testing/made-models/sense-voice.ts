/**
 * A made model like SenseVoice, which writes tags before the text: language, emotion, event, and whether numbers are
 * normalised.
 */
import { onnxModel } from '../../../models/onnx-model.ts'
import { integer, matrix, type ModelFiles, row, tokensFile } from './made-model.ts'
import { FUNASR, type Piece, PIECES, toneWeights } from './tones.ts'

/** How many frames each step combines, and how many lie between two steps. */
const WINDOW = 7
const SHIFT = 6
const BINS = 80

/** The numbers of the real model. */
const LANGUAGES = { auto: 0, zh: 3, en: 4, yue: 7, ja: 11, ko: 12 }
const WITH_PUNCTUATION = 14
const WITHOUT_PUNCTUATION = 15
const NUMBERS = 16

const TAGS = ['<|nospeech|>', '<|NEUTRAL|>', '<|Speech|>', '<|withitn|>', '<|woitn|>']

/** How much more probable a piece is in its own language. */
const ACCENT = 3

/**
 * Writes `<|nospeech|>` as the language if it was told none.
 * @param accents - for each language, the piece that is more probable in it than in others
 */
export function senseVoiceModel({
  pieces = PIECES,
  accents = {},
}: {
  pieces?: readonly Piece[]
  accents?: Partial<Record<keyof typeof LANGUAGES, string>>
} = {}): ModelFiles<'model' | 'tokens'> {
  const languages = Object.keys(LANGUAGES).slice(1)
  const vocabulary = [
    '<unk>',
    ...pieces.map(({ text }) => text),
    ...TAGS,
    ...languages.map((language) => `<|${language}|>`),
  ]
  const size = vocabulary.length
  const sounding = vocabulary.map((_, id) => pieces[id - 1] ?? null)
  const { matrix: weights, bias } = toneWeights(sounding, FUNASR)
  // Scores of tokens without a sound are below the score of the blank.
  const silent = bias.map((value, id) => (id > pieces.length ? -100 : value))
  // Only the middle frame of a window is heard.
  const windowed = Array.from({ length: WINDOW * BINS }, (_, i) =>
    weights.map((token) => (Math.floor(i / BINS) === (WINDOW - 1) / 2 ? token[i % BINS]! : 0)),
  )
  const only = (token: string | undefined, score = 10) => vocabulary.map((one) => (one === token ? score : 0))
  const byNumber = (rowOf: (number: number) => number[]) =>
    matrix(Array.from({ length: NUMBERS }, (_, number) => rowOf(number)))
  const languageOf = (number: number) =>
    Object.entries(LANGUAGES).find(([name, own]) => own === number && name !== 'auto')?.[0]
  const accentOf = (number: number) =>
    Object.entries(accents).find(([name]) => name === (languageOf(number) ?? 'auto'))?.[1]
  const all = (value: number) => Array.from({ length: WINDOW * BINS }, () => value).join(',')
  const step = (input: string, output: string) => ({
    type: 'Unsqueeze',
    inputs: [input, 'second_axis'],
    outputs: [output],
  })
  return {
    model: onnxModel({
      inputs: [
        { name: 'x', type: 'float32', shape: ['batch', 'steps', WINDOW * BINS] },
        { name: 'x_length', type: 'int32', shape: ['batch'] },
        { name: 'language', type: 'int32', shape: ['batch'] },
        { name: 'text_norm', type: 'int32', shape: ['batch'] },
      ],
      outputs: [{ name: 'logits', type: 'float32', shape: ['batch', 'all steps', size] }],
      weights: {
        weights: matrix(windowed),
        bias: row(silent),
        second_axis: integer(1),
        languages: byNumber((number) => {
          const language = languageOf(number)
          return only(language === undefined ? '<|nospeech|>' : `<|${language}|>`)
        }),
        accents: byNumber((number) => only(accentOf(number), ACCENT)),
        emotion_and_event: { ...matrix([only('<|NEUTRAL|>'), only('<|Speech|>')]), shape: [1, 2, size] },
        writing: byNumber((number) => only(number === WITH_PUNCTUATION ? '<|withitn|>' : '<|woitn|>')),
      },
      operators: [
        { type: 'Gather', inputs: ['languages', 'language'], outputs: ['language_row'] },
        step('language_row', 'language_step'),
        { type: 'Gather', inputs: ['writing', 'text_norm'], outputs: ['writing_row'] },
        step('writing_row', 'writing_step'),
        { type: 'MatMul', inputs: ['x', 'weights'], outputs: ['unbiased'] },
        { type: 'Add', inputs: ['unbiased', 'bias'], outputs: ['without_accent'] },
        { type: 'Gather', inputs: ['accents', 'language'], outputs: ['accent_row'] },
        step('accent_row', 'accent'),
        { type: 'Add', inputs: ['without_accent', 'accent'], outputs: ['heard'] },
        {
          type: 'Concat',
          inputs: ['language_step', 'emotion_and_event', 'writing_step', 'heard'],
          outputs: ['logits'],
          attributes: { axis: 1 },
        },
      ],
      metadata: {
        vocab_size: size,
        lfr_window_size: WINDOW,
        lfr_window_shift: SHIFT,
        normalize_samples: 0,
        with_itn: WITH_PUNCTUATION,
        without_itn: WITHOUT_PUNCTUATION,
        ...Object.fromEntries(Object.entries(LANGUAGES).map(([name, id]) => [`lang_${name}`, id])),
        neg_mean: all(0),
        inv_stddev: all(1),
      },
    }),
    tokens: tokensFile(vocabulary),
  }
}
