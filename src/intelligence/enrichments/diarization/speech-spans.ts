/** Where someone speaks, as the words of a transcript have it. */
import type { Utterance } from '../../../contract/transcript.ts'
import type { SpeechSpan } from './voice-windows.ts'

/**
 * A silence of so many seconds parts two spans, so that the voices of two speakers who take turns quickly are not looked
 * at as one. The recogniser's words lie in what voice activity found, which leaves out pauses from 0.13 s on.
 */
const PAUSE = 0.1

/** The utterances, cut at their pauses. One without words is taken whole. */
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
