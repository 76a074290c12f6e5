import { useEffect, useRef } from 'preact/hooks'
import { formatDuration } from '../../formatting.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Playback } from './playback.ts'

/** Seconds that the arrow keys skip. */
const SKIP_SECONDS = 5

interface PlayerProps {
  readonly playback: Playback
  readonly url: string
  /** Seconds, as the service says: the browser knows it later. */
  readonly duration: number | null
}

export function Player({ playback, url, duration }: PlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => (audio.current === null ? undefined : playback.attach(audio.current)), [playback])
  useShortcuts('Player', [
    { keys: ' ', label: 'Play or pause', run: () => playback.toggle() },
    { keys: 'ArrowLeft', label: `Back ${SKIP_SECONDS} seconds`, run: () => playback.skip(-SKIP_SECONDS) },
    { keys: 'ArrowRight', label: `Forward ${SKIP_SECONDS} seconds`, run: () => playback.skip(SKIP_SECONDS) },
    { keys: '[', label: 'Slower', run: () => playback.changeRate(-1) },
    { keys: ']', label: 'Faster', run: () => playback.changeRate(1) },
  ])
  const isPlaying = playback.isPlaying.value
  const length = playback.duration.value ?? duration ?? 0
  return (
    <section class="player" aria-label="Player">
      <audio ref={audio} src={url} preload="metadata" />
      {playback.hasFailed.value ? (
        <p class="muted">This browser cannot play the audio. It can be downloaded.</p>
      ) : (
        <>
          <button
            type="button"
            class="play-button"
            aria-label={isPlaying ? 'Pause' : 'Play'}
            onClick={() => playback.toggle()}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </button>
          <Position playback={playback} length={length} />
          <button
            type="button"
            class="button rate numeric"
            aria-label={`Speed ${playback.rate.value}, faster`}
            onClick={() => (playback.rate.value >= 2 ? reset(audio.current) : playback.changeRate(1))}
          >
            {playback.rate.value}×
          </button>
        </>
      )}
      <a class="icon-button" href={url} download aria-label="Download the audio">
        <Icon name="download" />
      </a>
    </section>
  )
}

function reset(audio: HTMLAudioElement | null): void {
  if (audio !== null) audio.playbackRate = 1
}

/** A component of its own: it is rendered with every frame. */
function Position({ playback, length }: { playback: Playback; length: number }) {
  const time = playback.time.value
  return (
    <>
      <span class="numeric time">{formatDuration(time)}</span>
      <input
        class="seek"
        type="range"
        min={0}
        max={length}
        step={0.1}
        value={time}
        aria-label="Position"
        aria-valuetext={`${formatDuration(time)} of ${formatDuration(length)}`}
        onInput={({ currentTarget }) => playback.seek(currentTarget.valueAsNumber)}
      />
      <span class="numeric time muted">{formatDuration(length)}</span>
    </>
  )
}
