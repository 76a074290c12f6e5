import { formatDuration } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import type { Playback } from './playback.ts'

/** A time that starts playback from there when pressed. @param time in seconds */
export function SeekButton({ time, playback }: { time: number; playback: Playback }) {
  const text = formatDuration(time)
  const play = () => {
    playback.seek(time)
    playback.play()
  }
  return (
    <button type="button" class="seek-button numeric" aria-label={t().player.playFrom(text)} onClick={play}>
      {text}
    </button>
  )
}
