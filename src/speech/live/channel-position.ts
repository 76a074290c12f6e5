/** Where recognition of a channel continues after a restart, and the context that it needs from before. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Utterance, Word } from '../../contract/transcript.ts'

/** A position in the audio of one channel up to which everything is final. */
export interface ChannelPosition {
  /** Seconds from the start of the session. */
  readonly time: number
  /** Index of the next utterance, counted from 0. */
  readonly index: number
  /** The last words before the position, each with its leading space, as context for the words that follow. */
  readonly words: readonly Word[]
  /** The language of these words; null before the first. */
  readonly language: LanguageCode | null
}

export const SESSION_START: ChannelPosition = { time: 0, index: 0, words: [], language: null }

/** Seconds of words before a position that are kept. The context of a segment is at most half of this. */
const WORDS_SECONDS = 10

/**
 * Seconds of audio before a position that are passed to the recogniser again, without being recognised. Without this
 * warm-up, the recogniser missed words after the position, because gain and voice activity detection take seconds to
 * settle.
 */
const WARM_UP_SECONDS = 20

/**
 * A multiple, in seconds, of the frames and blocks in which audio is analysed (31 frames of 32 ms), and of the sample
 * period at every rate. From a multiple of it, a recogniser sees the same frames as from the start of the session.
 */
const GRID_SECONDS = 5 * 31 * 0.032

/**
 * The position after a final utterance.
 * @param until where its audio ends, in seconds
 */
export function afterFinal(
  before: ChannelPosition,
  { index, utterance, until }: { index: number; utterance: Utterance; until: number },
): ChannelPosition {
  const { language } = utterance
  const known = language === before.language ? before.words : []
  const own = utterance.words.map((word, i) => (i === 0 ? { ...word, word: ` ${word.word}` } : word))
  const words = [...known, ...own].filter(({ start }) => start >= utterance.end - WORDS_SECONDS)
  return { time: Math.max(before.time, until), index: index + 1, words, language }
}

/** Where the audio must begin for a recogniser to continue at these positions, in seconds. */
export function warmUpStart(from: readonly ChannelPosition[]): number {
  const earliest = Math.min(...from.map(({ time }) => time))
  return Math.floor(Math.max(0, earliest - WARM_UP_SECONDS) / GRID_SECONDS) * GRID_SECONDS
}
