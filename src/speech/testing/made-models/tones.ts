/**
 * A made language for models with few weights. Each piece of a word is a tone between 2.9 and 7 kHz, where voices have
 * little energy, so that what is said, and when, is known exactly.
 */
import { SAMPLE_RATE } from '../../../audio/recording.ts'

/** A piece of a word as in a vocabulary: `▁` begins a word. */
export interface Piece {
  readonly text: string
  /** Index of its sound in the {@link TONES}. */
  readonly tone: number
  /** How much lower its score is than that of another piece with the same tone. */
  readonly handicap?: number
}

const LOWEST = 3000
const HIGHEST = 6600
/** The number of tones. */
const TONES = 8

const hertzOf = (tone: number) => LOWEST * (HIGHEST / LOWEST) ** (tone / (TONES - 1))

/** The pieces of the language: four that begin words, two that continue words, a comma and a full stop. */
export const PIECES: readonly Piece[] = ['▁ba', 'na', '▁do', 're', '▁ki', '▁lu', ',', '.'].map(
  (text, tone) => ({ text, tone }),
)

/** A spoken word; times in seconds. */
export interface SaidWord {
  readonly word: string
  readonly start: number
  readonly end: number
  /** Where its last letter ends, before its punctuation. */
  readonly letters: number
}

/** The length of each sound, in seconds. */
const SOUND = 0.24
const PAUSE = 0.16
/** From the pause before a piece to its end. */
export const PIECE_SECONDS = SOUND + PAUSE

/**
 * Says a text, such as `bana, do.`.
 * @returns 16 kHz samples that begin and end with a pause, and the words in the form that engines return
 * @throws Error if the text contains letters that are not in the pieces
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

/** The pieces of a text, longest match first. */
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

/** Adds a tone that fades in and out within 5 ms, because a click would be heard as every piece. */
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

/** How the features of a model divide the spectrum: bins between two frequencies, of equal width on a scale. */
interface MelScale {
  readonly mel: (hertz: number) => number
  readonly lowest: number
  readonly highest: number
}

const htk = (hertz: number) => 1127 * Math.log(1 + hertz / 700)

/** librosa's, which NeMo uses. */
export const SLANEY: MelScale = {
  mel: (hertz) => (hertz < 1000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1000)) / Math.log(6.4)),
  lowest: 0,
  highest: 8000,
}

/** The same, with the library's default for the highest frequency. */
export const SLANEY_7600: MelScale = { ...SLANEY, highest: 7600 }

/** icefall's. */
export const KALDI: MelScale = { mel: htk, lowest: 20, highest: 7600 }

/** FunASR's. */
export const FUNASR: MelScale = { mel: htk, lowest: 20, highest: 8000 }

/** The bin for a frequency, of this many bins. */
function binOf(hertz: number, bins: number, { mel, lowest, highest }: MelScale): number {
  const share = (mel(hertz) - mel(lowest)) / (mel(highest) - mel(lowest))
  return Math.round((bins + 1) * share - 1)
}

/** How the features of a model differ from natural logarithms of 80 bins. */
interface Features {
  readonly bins?: number
  /** How much louder than its neighbours a tone must be to count as a piece; at 0.5 more, a piece is certain. Default: 3. */
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
 * The weights that turn the logarithms of mel bins into token scores: how much a tone stands out from its neighbours, so
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

/** What each token adds to the scores of the next: a token that sounds like the last one cannot follow it. */
export function suppressedAfter(tokens: readonly (Piece | null)[]): number[][] {
  return tokens.map((last) =>
    tokens.map((token) => (last !== null && token?.tone === last.tone ? SUPPRESSED : 0)),
  )
}

/** The same for a model that hears each tone itself, with {@link toneFilters}. */
export function filterWeights(tokens: readonly (Piece | null)[]): TokenWeights {
  return contrastWeights(tokens, { bins: TONES + 2, contrast: CONTRAST }, (tone) => tone + 1)
}

/**
 * Filters of this many samples for each tone, and for one beside the lowest and one beside the highest: first the
 * cosines, then the sines. The sum of the squares of both outputs is the loudness of a tone.
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
