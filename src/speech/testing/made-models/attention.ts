/**
 * What made models with an attention decoder share. Their encoder outputs a row of scores for each stretch of audio as
 * long as a spoken piece, and a last row for the end. Their decoder writes the best token of the next row at each step.
 */
import type { LanguageCode } from '../../../contract/languages.ts'
import type { onnxModel, Operator } from '../../../models/onnx-model.ts'
import { integer, matrix, row, transpose } from './made-model.ts'
import { type Piece, PIECE_SECONDS, PIECES, type TokenWeights } from './tones.ts'

/** What a model writes: the pieces that it hears in each of its languages, or a fixed text whatever it hears. */
export type Writes = Readonly<Partial<Record<LanguageCode, readonly Piece[]>>> | string

/** Two languages that spell the same sounds differently. */
export const TWO_LANGUAGES = {
  en: PIECES,
  de: ['▁wo', 'mi', '▁ge', 'ta', '▁hu', '▁so', ',', '.'].map((text, tone) => ({ text, tone })),
} as const satisfies Writes

/** Part of a graph. */
interface Part {
  readonly operators: readonly Operator[]
  readonly weights: Parameters<typeof onnxModel>[0]['weights']
}

/** What differs between the vocabularies of models. */
interface VocabularyKind {
  /** Tokens that are not text, which have the first numbers. */
  readonly special: readonly string[]
  /** The token that ends a text. */
  readonly end: string
  /** How a space is written. */
  readonly space: string
  /** The token that names a language in the decoder's prompt. */
  readonly languageToken?: (language: string) => string
}

/** The scores of a token that cannot be next, and of one that must be. */
const NEVER = -1000
const CERTAIN = 100

/** The tokens of a model, and the parts of its graph that depend on them. */
export class Vocabulary {
  readonly tokens: readonly string[]
  readonly #kind: VocabularyKind
  readonly #languages: readonly { readonly token: string; readonly pieces: readonly Piece[] }[]
  readonly #text: readonly string[]

  constructor(kind: VocabularyKind, writes: Writes) {
    this.#kind = kind
    const spelled = (text: string) => text.replace('▁', kind.space)
    this.#text = typeof writes === 'string' ? writes.split(' ').map((word) => spelled(`▁${word}`)) : []
    this.#languages =
      typeof writes === 'string'
        ? []
        : Object.entries(writes).map(([language, pieces]) => ({
            token: kind.languageToken?.(language) ?? '',
            pieces: pieces.map((piece) => ({ ...piece, text: spelled(piece.text) })),
          }))
    const pieces = this.#languages.flatMap((language) => language.pieces.map(({ text }) => text))
    this.tokens = [...new Set([...kind.special, kind.space, ...this.#text, ...pieces])]
  }

  get size(): number {
    return this.tokens.length
  }

  /** The piece for each token: null for a space, which is written where nothing is heard; undefined for other tokens. */
  get pieces(): readonly (Piece | null | undefined)[] {
    const all = this.#languages.flatMap(({ pieces }) => pieces)
    return this.tokens.map((token) =>
      token === this.#kind.space ? null : all.find(({ text }) => text === token),
    )
  }

  /**
   * From the features `bins` [1, bins, frames] to `rows` [1, n + 1, tokens].
   * @param weights - returns the weights of the bins for each piece, and a bias; see `toneWeights`
   */
  rows(framesPerSecond: number, weights: (pieces: readonly (Piece | null)[]) => TokenWeights): Part {
    const end = { shape: [1, 1, this.size], values: this.#only(this.#kind.end) }
    const joined: Operator = {
      type: 'Concat',
      inputs: ['heard', 'end'],
      outputs: ['rows'],
      attributes: { axis: 1 },
    }
    if (this.#text.length > 0) {
      const heard = this.#text.flatMap((word) => [...this.#only(word)])
      const shape = [1, this.#text.length, this.size]
      return { weights: { heard: { shape, values: Float32Array.from(heard) }, end }, operators: [joined] }
    }
    const { matrix: scores, bias } = weights(this.pieces.map((piece) => piece ?? null))
    const frames = Math.round(PIECE_SECONDS * framesPerSecond)
    return {
      weights: {
        scores: matrix(scores[0]!.map((_, bin) => scores.map((token) => token[bin]!))),
        bias: row(bias.map((own, token) => (this.pieces[token] === undefined ? NEVER : own))),
        end,
      },
      operators: [
        {
          type: 'AveragePool',
          inputs: ['bins'],
          outputs: ['loudness'],
          // The remainder at the end is padded with silence to the length of a piece.
          attributes: {
            kernel_shape: [frames],
            strides: [frames],
            pads: [0, frames - 1],
            count_include_pad: 1,
          },
        },
        transpose('loudness', 'loudness_by_piece'),
        { type: 'MatMul', inputs: ['loudness_by_piece', 'scores'], outputs: ['unbiased'] },
        { type: 'Add', inputs: ['unbiased', 'bias'], outputs: ['heard'] },
        joined,
      ],
    }
  }

  /** From `rows` and `step` [1] (int64) to `logits` [1, 1, tokens]. */
  logits(): Part {
    return {
      weights: { one: integer(1) },
      operators: [
        { type: 'Shape', inputs: ['rows'], outputs: ['rows_shape'] },
        { type: 'Gather', inputs: ['rows_shape', 'one'], outputs: ['rows_count'] },
        { type: 'Sub', inputs: ['rows_count', 'one'], outputs: ['last_row'] },
        { type: 'Min', inputs: ['step', 'last_row'], outputs: ['next_row'] },
        { type: 'Gather', inputs: ['rows', 'next_row'], outputs: ['logits'], attributes: { axis: 1 } },
      ],
    }
  }

  /** From `logits` and `context` [n] (int64), the tokens that may name the language, to `logits_in_language`. */
  inLanguage(): Part {
    const rows = this.tokens.map((context) => {
      const own = this.#languages.find(({ token }) => token === context)?.pieces.map(({ text }) => text)
      return this.tokens.map((token, id) =>
        own === undefined || !this.pieces[id] || own.includes(token) ? 0 : NEVER,
      )
    })
    return {
      weights: { foreign: matrix(rows), first_axis: integer(0) },
      operators: [
        { type: 'Gather', inputs: ['foreign', 'context'], outputs: ['foreign_to_each'] },
        {
          type: 'ReduceSum',
          inputs: ['foreign_to_each', 'first_axis'],
          outputs: ['foreign_to_any'],
          attributes: { keepdims: 0 },
        },
        { type: 'Add', inputs: ['logits', 'foreign_to_any'], outputs: ['logits_in_language'] },
      ],
    }
  }

  #only(token: string): Float32Array {
    return Float32Array.from(this.tokens, (other) => (other === token ? CERTAIN : 0))
  }
}

/** ONNX's type numbers for the Cast operator. */
export const FLOAT = 1
export const INT64 = 7
export const BOOL = 9

export function cast(input: string, output: string, to: number): Operator {
  return { type: 'Cast', inputs: [input], outputs: [output], attributes: { to } }
}

export function integers(...values: readonly number[]) {
  return { shape: [values.length], values: BigInt64Array.from(values, BigInt) }
}
