import type { UnrecognisedSpan } from '../../../contract/result.ts'
import type { Playback } from './playback.ts'
import { SeekButton } from './seek-button.tsx'

/** Of how many places there are buttons. */
const SHOWN = 5

interface UnrecognisedSpeechProps {
  readonly spans: readonly UnrecognisedSpan[]
  readonly playback: Playback
}

/** How much speech has no words, and where; its mark is that of the spans in the wave of the audio. */
export function UnrecognisedSpeech({ spans, playback }: UnrecognisedSpeechProps) {
  if (spans.length === 0) return null
  const seconds = spans.reduce((sum, { start, end }) => sum + end - start, 0)
  const more = spans.length - SHOWN
  return (
    <p class="unrecognised-speech">
      {Math.max(1, Math.round(seconds))} s of speech not recognised, at
      {spans.slice(0, SHOWN).map(({ start, channel }) => (
        <SeekButton key={`${channel} ${start}`} time={start} playback={playback} />
      ))}
      {more > 0 && ` and ${more} more ${more === 1 ? 'place' : 'places'}`}
    </p>
  )
}
