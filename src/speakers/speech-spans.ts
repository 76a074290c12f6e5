/** Where there is speech, by the times of the words. */
import type { Utterance } from '../contract/transcript.ts'
import type { SpeechSpan } from './voice-windows.ts'

/**
 * A silence of this many seconds separates two spans, so that two speakers who take turns quickly do not share one. Words
 * lie within the detected voice activity, which excludes pauses of 0.13 s and more.
 */
const PAUSE = 0.1

/** The utterances, split at their pauses. One without words is one span. */
export function speechSpans(utterances: readonly Utterance[]): SpeechSpan[] {
  return utterances.flatMap(({ words, channel, start, end }) => {
    if (words.length === 0) return [{ channel, start, end }]
    const spans: { channel: number; start: number; end: number }[] = []
    for (const word of words) {
      const last = spans.at(-1)
      if (last !== undefined && word.start - last.end < PAUSE) last.end = Math.max(last.end, word.end)
      else spans.push({ channel, start: word.start, end: word.end })
    }
    return spans
  })
}
