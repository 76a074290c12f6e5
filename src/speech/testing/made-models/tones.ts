/**
 * A made language for models of few weights: each piece of a word is a tone between 2.9 and 7 kHz, where voices have little. What is said,
 * and when, is therefore known exactly.
 */
import { SAMPLE_RATE } from '../../../audio/recording.ts'

/** A piece of a word as in a vocabulary: `▁` begins a word. */
export interface Piece {
  readonly text: string
  /** Which of the {@link TONES} it sounds like. */
  readonly tone: number
  /** What its score is less than that of another piece with the same tone. */
  readonly handicap?: number
}

const LOWEST = 3000
const HIGHEST = 6600
/** How many tones there are. */
const TONES = 8

const hertzOf = (tone: number) => LOWEST * (HIGHEST / LOWEST) ** (tone / (TONES - 1))

/** The pieces of the language: two words of one piece, some of two, a comma and a full stop. */
export const PIECES: readonly Piece[] = ['▁ba', 'na', '▁do', 're', '▁ki', '▁lu', ',', '.'].map(
  (text, tone) => ({ text, tone }),
)

/** A word that is said, in seconds. */
export interface SaidWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Of each piece, in seconds. */
const SOUND = 0.24
const PAUSE = 0.16

/**
 * Says a text, such as `bana, do.`.
 * @returns the samples at 16 kHz, which begin and end with a pause, and its words as engines give them
 * @throws Error when the text has other letters than the pieces
 */
export function said(
  text: string,
  { pieces = PIECES, level = 0.3 }: { pieces?: readonly Piece[]; level?: number } = {},
): { readonly samples: Float32Array; readonly words: readonly SaidWord[] } {
  const spelled = piecesOf(text, pieces)
  const samples = new Float32Array(Math.round((spelled.length * (SOUND + PAUSE) + PAUSE) * SAMPLE_RATE))
  const words: SaidWord[] = []
  for (const [i, piece] of spelled.entries()) {
    const start = PAUSE + i * (SOUND + PAUSE)
    const end = start + SOUND
    addTone(samples, { start, end, hertz: hertzOf(piece.tone), level })
    const last = words.at(-1)
    if (piece.text.startsWith('▁') || last === undefined)
      words.push({ word: piece.text.replace('▁', ' '), start, end })
    else words[words.length - 1] = { word: last.word + piece.text, start: last.start, end }
  }
  return { samples, words }
}

/** The pieces of a text, the longest first. */
function piecesOf(text: string, pieces: readonly Piece[]): Piece[] {
  const longestFirst = pieces.toSorted((a, b) => b.text.length - a.text.length)
  const found: Piece[] = []
  let rest = `▁${text.replaceAll(' ', '▁')}`
  while (rest !== '') {
    const next = longestFirst.find((piece) => rest.startsWith(piece.text))
    if (next === undefined) throw new Error(`No piece begins ${rest}`)
    found.push(next)
    rest = rest.slice(next.text.length)
  }
  return found
}

/** Adds a tone that fades in and out within 5 ms: a click would be heard as every piece. */
function addTone(
  samples: Float32Array,
  { start, end, hertz, level }: { start: number; end: number; hertz: number; level: number },
): void {
  const [from, to] = [Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE)]
  const fade = 0.005 * SAMPLE_RATE
  for (let i = from; i < to; i++) {
    const loudness = Math.min(1, (i - from) / fade, (to - i) / fade)
    samples[i]! += level * loudness * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE)
  }
}

/** How the features of a model divide the spectrum. */
export type MelScale = 'slaney' | 'kaldi'

const BINS = 80

/** The mel bin of a frequency, of {@link BINS}: Slaney's from 0 to 8000 Hz (librosa), and Kaldi's from 20 to 7600 Hz. */
function binOf(hertz: number, scale: MelScale): number {
  const mel =
    scale === 'slaney'
      ? (f: number) => (f < 1000 ? (3 * f) / 200 : 15 + (27 * Math.log(f / 1000)) / Math.log(6.4))
      : (f: number) => 1127 * Math.log(1 + f / 700)
  const [low, high] = scale === 'slaney' ? [mel(0), mel(8000)] : [mel(20), mel(7600)]
  return Math.round((BINS + 1) * ((mel(hertz) - low) / (high - low)) - 1)
}

/** How much louder than its neighbours a tone must be to be a piece, as a logarithm; a piece 1.5 louder than that is certain. */
const CONTRAST = 3
const GAIN = 2

/**
 * The weights with which the logarithms of mel bins give the score of each token: how much a tone stands out between those beside it, so
 * that neither silence nor noise is a piece.
 * @param tokens - null for those without a sound, whose score is 0
 * @returns a matrix with a row of 80 bins for each token, and a bias for each
 */
export function toneWeights(
  tokens: readonly (Piece | null)[],
  scale: MelScale,
): { readonly matrix: number[][]; readonly bias: number[] } {
  const matrix = tokens.map((piece) => {
    const row = Array.from({ length: BINS }, () => 0)
    if (piece === null) return row
    row[binOf(hertzOf(piece.tone), scale)]! += GAIN
    for (const beside of [piece.tone - 1, piece.tone + 1]) row[binOf(hertzOf(beside), scale)]! -= GAIN / 2
    return row
  })
  const bias = tokens.map((piece) => (piece === null ? 0 : -GAIN * CONTRAST - (piece.handicap ?? 0)))
  return { matrix, bias }
}
