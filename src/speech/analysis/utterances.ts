/** Turns words into utterances. */
import type { Utterance, Word } from '../../contract/transcript.ts'

/** Seconds. */
interface Span {
  readonly start: number
  readonly end: number
}

/** The shortest word, in seconds: one frame of the recognisers. */
const MIN_WORD = 0.02

/**
 * Clips words to the speech that voice activity detection found. Attention puts the boundary between two words anywhere
 * in a pause and stretches words over it; voice activity detection locates the pause. A word outside speech takes time
 * from its neighbours.
 * @param words - in order, with times on the same clock as the speech
 * @param speech - ascending, not overlapping; at least one
 */
export function clipToSpeech(words: readonly Word[], speech: readonly Span[]): Word[] {
  let earliest = speech[0]!.start
  const clipped = words.map((word) => {
    const span = speech.reduce((best, other) => (overlap(word, other) > overlap(word, best) ? other : best))
    const start = Math.max(earliest, Math.min(Math.max(word.start, span.start), span.end))
    const end = Math.max(start, Math.min(word.end, span.end))
    earliest = end
    return { ...word, start, end }
  })
  const bySpan = Map.groupBy(clipped, (word) =>
    speech.find(({ start, end }) => start <= word.start && word.end <= end)!,
  )
  return [...bySpan].flatMap(([span, own]) => withMinimum(own, span))
}

/** The words of one span of speech, moved apart where one would be too short. */
function withMinimum(words: readonly Word[], span: Span): Word[] {
  const minimum = Math.min(MIN_WORD, (span.end - span.start) / words.length)
  let earliest = span.start
  const forwards = words.map((word) => {
    const start = Math.max(word.start, earliest)
    earliest = Math.max(word.end, start + minimum)
    return { ...word, start, end: earliest }
  })
  let latest = span.end
  const backwards = forwards.toReversed().map((word) => {
    const end = Math.min(word.end, latest)
    latest = Math.max(span.start, Math.min(word.start, end - minimum))
    return { ...word, start: latest, end }
  })
  return backwards.toReversed()
}

/** Seconds that two spans share; if negative, the seconds between them. */
function overlap(a: Span, b: Span): number {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start)
}

/**
 * Builds the utterance that consists of these words, with times rounded to milliseconds and confidences to thousandths.
 * @param words - at least one
 */
export function utteranceOf(
  words: readonly Word[],
  about: Pick<Utterance, 'channel' | 'language'>,
): Utterance {
  const rounded = words.map((word, i) => ({
    word: i === 0 ? word.word.trimStart() : word.word,
    start: milliseconds(word.start),
    end: milliseconds(word.end),
    confidence: thousandths(word.confidence),
  }))
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length
  return {
    start: rounded[0]!.start,
    end: rounded.at(-1)!.end,
    confidence: thousandths(confidence),
    channel: about.channel,
    words: rounded,
    text: rounded
      .map((word) => word.word)
      .join('')
      .trimEnd(),
    language: about.language,
  }
}

/** Rounds down, so that no time is after the end of the audio. */
export const milliseconds = (seconds: number) => Math.floor(seconds * 1000 + 1e-6) / 1000
const thousandths = (confidence: number) => Math.round(confidence * 1000) / 1000
