import { useEffect, useRef } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { BASE } from '../../api.ts'
import { formatDuration } from '../../formatting.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Playback } from './playback.ts'
import { chapterMarks, unrecognisedSpans, usePeaks, Waveform } from './waveform.tsx'

/** Seconds that the arrow keys skip. */
const SKIP_SECONDS = 5

interface PlayerProps {
  readonly playback: Playback
  /** A job with audio. */
  readonly job: Job
}

/** The audio of a job: as it was received until its playable version is there. */
export function Player({ playback, job }: PlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const peaks = usePeaks(job.id)
  const isKnown = peaks !== null
  const isReady = isKnown && typeof peaks === 'object'
  const urlOf = (name: string) => new URL(`v2/jobs/${job.id}/${name}`, BASE).href
  useEffect(() => (audio.current === null ? undefined : playback.attach(audio.current)), [playback])
  useEffect(() => {
    if (isKnown) playback.load(urlOf(isReady ? 'playback' : 'file'))
  }, [playback, job.id, isKnown, isReady])
  useShortcuts('Player', [
    { keys: ' ', label: 'Play or pause', run: () => playback.toggle() },
    { keys: 'ArrowLeft', label: `Back ${SKIP_SECONDS} seconds`, run: () => playback.skip(-SKIP_SECONDS) },
    { keys: 'ArrowRight', label: `Forward ${SKIP_SECONDS} seconds`, run: () => playback.skip(SKIP_SECONDS) },
    { keys: '[', label: 'Slower', run: () => playback.changeRate(-1) },
    { keys: ']', label: 'Faster', run: () => playback.changeRate(1) },
  ])
  const isPlaying = playback.isPlaying.value
  const length = playback.duration.value ?? job.file?.audio_duration ?? 0
  return (
    <section class="player" aria-label="Player">
      <audio ref={audio} preload="metadata" />
      <Waveform
        peaks={isReady ? peaks : null}
        playback={playback}
        length={length}
        marks={chapterMarks(job)}
        unrecognised={unrecognisedSpans(job)}
      />
      {playback.hasFailed.value ? (
        <p class="muted">
          {peaks === 'preparing'
            ? 'The audio is being prepared for this browser.'
            : 'This browser cannot play the audio. It can be downloaded.'}
        </p>
      ) : (
        <>
          <Button
            class="play-button"
            aria-label={isPlaying ? 'Pause' : 'Play'}
            onClick={() => playback.toggle()}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </Button>
          <p class="numeric time">
            <Time playback={playback} /> <span class="muted">/ {formatDuration(length)}</span>
          </p>
          <Button
            class="button rate numeric"
            aria-label={`Speed ${playback.rate.value}, faster`}
            onClick={() => (playback.rate.value >= 2 ? reset(audio.current) : playback.changeRate(1))}
          >
            {playback.rate.value}×
          </Button>
        </>
      )}
      <a class="icon-button" href={urlOf('file')} download aria-label="Download the audio">
        <Icon name="download" />
      </a>
    </section>
  )
}

function reset(audio: HTMLAudioElement | null): void {
  if (audio !== null) audio.playbackRate = 1
}

/** A component of its own: it is rendered every second. */
function Time({ playback }: { playback: Playback }) {
  return <>{formatDuration(playback.wholeSeconds.value)}</>
}
