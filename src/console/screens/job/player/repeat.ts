/** Repeats a part of the audio: the selection in the transcript, the current utterance, or what the user marks. */
import type { Utterance } from '../../../../contract/transcript.ts'
import { announce } from '../../../announce.ts'
import { formatDuration } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import type { Playback } from '../playback.ts'
import type { Span } from './silences.ts'
import { selectedWords } from '../transcript/text-selection.ts'
import { placeWords } from '../transcript/transcript-words.ts'

/** Repeats the selection in the transcript, or else the current utterance; stops repeating if it already does. */
export function toggleRepeat(playback: Playback, utterances: readonly Utterance[]): void {
  const list = document.querySelector('.transcript')
  const selected = list === null ? [] : selectedWords(list, placeWords(utterances))
  repeat(
    playback,
    playback.loop.peek() === null ? (spanOf(selected) ?? spokenAt(utterances, playback.time.peek())) : null,
  )
}

/** Sets one end of the repeated span to the current time. The other end stays, or is that of the audio. */
export function markRepeat(playback: Playback, end: keyof Span): void {
  const [time, loop, last] = [playback.time.peek(), playback.loop.peek(), playback.duration.peek() ?? 0]
  if (end === 'start')
    repeat(playback, { start: time, end: loop !== null && loop.end > time ? loop.end : last })
  else repeat(playback, { start: loop !== null && loop.start < time ? loop.start : 0, end: time })
}

function repeat(playback: Playback, span: Span | null): void {
  if (span !== null && span.start >= span.end) return
  playback.repeat(span)
  const { repeating, notRepeating } = t().player
  announce(span === null ? notRepeating : repeating(formatDuration(span.start), formatDuration(span.end)))
}

function spanOf(parts: readonly Span[]): Span | null {
  if (parts.length === 0) return null
  return {
    start: Math.min(...parts.map(({ start }) => start)),
    end: Math.max(...parts.map(({ end }) => end)),
  }
}

/** The last utterance that has started, or else the first one. */
function spokenAt(utterances: readonly Utterance[], time: number): Span | null {
  const { start, end } = utterances.findLast((one) => one.start <= time) ?? utterances[0] ?? {}
  return start === undefined || end === undefined ? null : { start, end }
}
