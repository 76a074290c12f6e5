import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Job } from '../../../../contract/job.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { BASE } from '../../../api.ts'
import { formatDuration, formatTime } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { skipsSilence, speed, volume } from '../../../preferences.ts'
import { useShortcuts } from '../../../shortcuts.ts'
import { isActive } from '../../../ui/status.tsx'
import type { KeptMark } from '../../live/kept-recordings.ts'
import type { Playback } from '../playback.ts'
import { Controls, Download } from './controls.tsx'
import { usePeaks } from './peaks.ts'
import { markRepeat, toggleRepeat } from './repeat.ts'
import { silencesOf } from './silences.ts'
import { chapterMarks, unrecognisedSpans, Waveform } from './waveform.tsx'
import { useZoom, ZOOM_STEP } from './zoom.ts'
import './player.css'

/** Seconds that the arrow keys skip, and the volume step of a key. */
const SKIP_SECONDS = 5
const LOUDER = 0.1

interface PlayerProps {
  readonly playback: Playback
  readonly job: Job
  /** Of the newest revision. */
  readonly utterances: readonly Utterance[]
  /** Of a live session. */
  readonly marks: readonly KeptMark[]
}

/** The player, if the job has audio. */
export function Player(props: PlayerProps) {
  const { file, status, kind } = props.job
  if (file === null || status === 'error' || (kind === 'live' && isActive(props.job))) return null
  const texts = t().player
  return (
    <div class="player-dock">
      <section class="player" aria-label={texts.title}>
        {file.deleted_at === undefined ? (
          <Audio key={props.job.id} {...props} />
        ) : (
          <p class="muted">{texts.deleted(formatTime(file.deleted_at))}</p>
        )}
      </section>
    </div>
  )
}

/** The audio of a job: as received, until its playable version is ready. */
function Audio({ playback, job, utterances, marks }: PlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const peaks = usePeaks(job.id)
  const isKnown = peaks !== null
  const isReady = isKnown && typeof peaks === 'object'
  const urlOf = (name: string) => new URL(`v2/jobs/${job.id}/${name}`, BASE).href
  useSound(playback)
  useEffect(() => (audio.current === null ? undefined : playback.attach(audio.current)), [playback])
  useEffect(() => {
    if (isKnown) playback.load(urlOf(isReady ? 'playback' : 'file'))
  }, [playback, job.id, isKnown, isReady])
  const unrecognised = useMemo(() => unrecognisedSpans(job), [job])
  const skips = skipsSilence.value === 'on'
  const silences = useMemo(
    () => (skips ? silencesOf(utterances, unrecognised) : []),
    [skips, utterances, unrecognised],
  )
  useEffect(() => {
    playback.skipped.value = silences
  }, [playback, silences])
  const length = playback.duration.value ?? job.file?.audio_duration ?? 0
  const { zoom, maxZoom, onZoom } = useZoom(length)
  const hasWords = utterances.length > 0
  const texts = t().player
  const onSkips = () => (skipsSilence.value = skips ? 'off' : 'on')
  const onRepeat = () => toggleRepeat(playback, utterances)
  useShortcuts(texts.title, [
    { keys: ' ', label: texts.playOrPause, run: () => playback.toggle() },
    { keys: 'ArrowLeft', label: texts.back(SKIP_SECONDS), run: () => playback.skip(-SKIP_SECONDS) },
    { keys: 'ArrowRight', label: texts.forward(SKIP_SECONDS), run: () => playback.skip(SKIP_SECONDS) },
    { keys: '[', label: texts.slower, run: () => playback.changeRate(-1) },
    { keys: ']', label: texts.faster, run: () => playback.changeRate(1) },
    { keys: 'm', label: texts.muteKey, run: () => playback.toggleMute() },
    { keys: '9', label: texts.quieter, run: () => playback.setVolume(playback.volume.peek() - LOUDER) },
    { keys: '0', label: texts.louder, run: () => playback.setVolume(playback.volume.peek() + LOUDER) },
    { keys: 'l', label: texts.repeatKey, run: onRepeat },
    { keys: 'a', label: texts.repeatFrom, run: () => markRepeat(playback, 'start') },
    { keys: 'b', label: texts.repeatTo, run: () => markRepeat(playback, 'end') },
    ...(hasWords ? [{ keys: 'k', label: texts.skipSilence, run: onSkips }] : []),
    { keys: '+', label: texts.zoomIn, run: () => onZoom(ZOOM_STEP) },
    { keys: '-', label: texts.zoomOut, run: () => onZoom(1 / ZOOM_STEP) },
  ])
  return (
    <>
      <audio ref={audio} preload="metadata" />
      <Waveform
        peaks={isReady ? peaks : null}
        marks={[
          ...chapterMarks(job),
          ...marks.map(({ time, note }) => ({
            start: time,
            headline: note === '' ? t().live.marks.mark(formatDuration(time)) : note,
            isOwn: true,
          })),
        ]}
        {...{ playback, length, utterances, unrecognised, zoom, onZoom }}
      />
      {playback.hasFailed.value ? (
        <div class="player-controls">
          <p class="muted">{peaks === 'preparing' ? texts.preparing : texts.cannotPlay}</p>
          <Download url={urlOf('file')} />
        </div>
      ) : (
        <Controls
          skips={hasWords ? skips : null}
          download={urlOf('file')}
          {...{ playback, length, onSkips, onRepeat, zoom, maxZoom, onZoom }}
        />
      )}
    </>
  )
}

/** Restores and stores speed and volume. */
function useSound(playback: Playback): void {
  useEffect(() => {
    playback.setRate(Number(speed.peek()))
    playback.setVolume(Number(volume.peek()))
    const stops = [
      playback.rate.subscribe((rate) => (speed.value = String(rate))),
      playback.volume.subscribe((loud) => (volume.value = String(loud))),
    ]
    return () => stops.forEach((stop) => stop())
  }, [playback])
}
