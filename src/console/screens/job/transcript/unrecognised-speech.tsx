import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import { t } from '../../../languages/language.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'

/** How many places of unrecognised speech get a button. */
const SHOWN_PLACES = 5

interface UnrecognisedSpeechProps {
  readonly spans: readonly UnrecognisedSpan[]
  readonly playback: Playback
}

/** How much speech was not recognised, and where. It has the same colour as these spans in the waveform. */
export function UnrecognisedSpeech({ spans, playback }: UnrecognisedSpeechProps) {
  if (spans.length === 0) return null
  const seconds = spans.reduce((sum, { start, end }) => sum + end - start, 0)
  const more = spans.length - SHOWN_PLACES
  const texts = t().transcript
  return (
    <p class="unrecognised-speech">
      {texts.unrecognised(Math.max(1, Math.round(seconds)))}
      {spans.slice(0, SHOWN_PLACES).map(({ start, channel }) => (
        <SeekButton key={`${channel} ${start}`} time={start} playback={playback} />
      ))}
      {more > 0 && ` ${texts.morePlaces(more)}`}
    </p>
  )
}
