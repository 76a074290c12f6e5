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

/** The pieces of the language: four that begin words, two that end some, a comma and a full stop. */
export const PIECES: readonly Piece[] = ['▁ba', 'na', '▁do', 're', '▁ki', '▁lu', ',', '.'].map(
  (text, tone) => ({ text, tone }),
)

/** A word that is said, in seconds. */
export interface SaidWord {
  readonly word: string
  readonly start: number
  readonly end: number
  /** Where its last letter ends, before its punctuation. */
  readonly letters: number
}

/** Of each piece, in seconds. */
const SOUND = 0.24
const PAUSE = 0.16
/** From the pause before a piece to its end. */
export const PIECE_SECONDS = SOUND + PAUSE

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
      words.push({ word: piece.text.replace('▁', ' '), start, end, letters: end })
    else {
      const letters = /\p{L}/u.test(piece.text) ? end : last.letters
      words[words.length - 1] = { word: last.word + piece.text, start: last.start, end, letters }
    }
  }
  return { samples, words }
}

/** The pieces of a text, the longest first. */
export function piecesOf(text: string, pieces: readonly Piece[]): Piece[] {
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

/** How the features of a model divide the spectrum: bins between two frequencies, as wide as each other on a scale. */
interface MelScale {
  readonly mel: (hertz: number) => number
  readonly lowest: number
  readonly highest: number
}

const htk = (hertz: number) => 1127 * Math.log(1 + hertz / 700)

/** That of librosa, and so of NeMo. */
export const SLANEY: MelScale = {
  mel: (hertz) => (hertz < 1000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1000)) / Math.log(6.4)),
  lowest: 0,
  highest: 8000,
}

/** The same with the highest frequency that the library has by default. */
export const SLANEY_7600: MelScale = { ...SLANEY, highest: 7600 }

/** That of icefall. */
export const KALDI: MelScale = { mel: htk, lowest: 20, highest: 7600 }

/** That of FunASR. */
export const FUNASR: MelScale = { mel: htk, lowest: 20, highest: 8000 }

/** Of so many. */
function binOf(hertz: number, bins: number, { mel, lowest, highest }: MelScale): number {
  const share = (mel(hertz) - mel(lowest)) / (mel(highest) - mel(lowest))
  return Math.round((bins + 1) * share - 1)
}

/** How the features of a model differ from natural logarithms of 80 bins. */
interface Features {
  readonly bins?: number
  /** How much louder than its neighbours a tone must be to be a piece; a piece 0.5 louder than that is certain. Default: 3. */
  readonly contrast?: number
}

const CONTRAST = 3
const GAIN = 6

const SUPPRESSED = -100

/** A matrix with a row for each token, and a bias for each. */
export interface TokenWeights {
  readonly matrix: number[][]
  readonly bias: number[]
}

/**
 * The weights with which the logarithms of mel bins give the score of each token: how much a tone stands out between those beside it, so
 * that neither silence nor noise is a piece.
 * @param tokens - null for those without a sound, whose score is 0
 */
export function toneWeights(
  tokens: readonly (Piece | null)[],
  scale: MelScale,
  { bins = 80, contrast = CONTRAST }: Features = {},
): TokenWeights {
  return contrastWeights(tokens, { bins, contrast }, (tone) => binOf(hertzOf(tone), bins, scale))
}

/** What is added to the score of each token after each token: those that sound like the last one cannot follow it. */
export function suppressedAfter(tokens: readonly (Piece | null)[]): number[][] {
  return tokens.map((last) =>
    tokens.map((token) => (last !== null && token?.tone === last.tone ? SUPPRESSED : 0)),
  )
}

/** The same for a model that hears each tone itself, by {@link toneFilters}. */
export function filterWeights(tokens: readonly (Piece | null)[]): TokenWeights {
  return contrastWeights(tokens, { bins: TONES + 2, contrast: CONTRAST }, (tone) => tone + 1)
}

/**
 * Filters of so many samples for each tone and one beside the lowest and the highest: first the cosines, then the sines. The sum of the squares
 * of what both give is the loudness of a tone.
 */
export function toneFilters(samples: number): number[][] {
  const tones = Array.from({ length: TONES + 2 }, (_, i) => hertzOf(i - 1))
  const wave = (of: (angle: number) => number) =>
    tones.map((hertz) =>
      Array.from({ length: samples }, (_, i) => of((2 * Math.PI * hertz * i) / SAMPLE_RATE) / samples),
    )
  return [...wave(Math.cos), ...wave(Math.sin)]
}

function contrastWeights(
  tokens: readonly (Piece | null)[],
  { bins, contrast }: Required<Features>,
  binOfTone: (tone: number) => number,
): TokenWeights {
  const matrix = tokens.map((piece) => {
    const row = Array.from({ length: bins }, () => 0)
    if (piece === null) return row
    row[binOfTone(piece.tone)]! += GAIN
    for (const beside of [piece.tone - 1, piece.tone + 1]) row[binOfTone(beside)]! -= GAIN / 2
    return row
  })
  const bias = tokens.map((piece) => (piece === null ? 0 : -GAIN * contrast - (piece.handicap ?? 0)))
  return { matrix, bias }
}
