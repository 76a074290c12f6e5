import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import type { UnrecognisedSpan } from '../../../contract/result.ts'
import type { Peaks, Preparation } from '../../../contract/playback.ts'
import { get } from '../../api.ts'
import { formatDuration } from '../../formatting.ts'
import { theme } from '../../preferences.ts'
import { useResource } from '../../resource.ts'
import { barsOf } from './peak-bars.ts'
import type { Playback } from './playback.ts'

/** Milliseconds between two looks at audio that is being prepared. */
const PREPARING_MS = 1_000

/** Least width of a bar with the gap after it, in pixels, and the part of it that is the bar. */
const STEP = 3
const FILLED = 2 / 3

/** The peaks of a job's audio; `preparing` until they are there, `unavailable` when they will not be. */
export function usePeaks(jobId: string): Peaks | 'preparing' | 'unavailable' | null {
  const { value } = useResource<Peaks | 'preparing' | 'unavailable'>(
    jobId,
    async (_known, abort) => {
      try {
        const found = await get<Peaks | Preparation>(`v2/jobs/${jobId}/peaks`, abort)
        return 'data' in found ? found : 'preparing'
      } catch (error) {
        if (abort.aborted) throw error
        return 'unavailable'
      }
    },
    (found) => (found === 'preparing' ? PREPARING_MS : null),
  )
  return value
}

interface Mark {
  readonly start: number
  readonly headline: string
}

/** Where the chapters of a job begin, if it has any. */
export function chapterMarks({ result }: Job): readonly Mark[] {
  return result?.chapterization?.results.chapters ?? []
}

/** Where speech was not recognised. */
export function unrecognisedSpans({ result }: Job): readonly UnrecognisedSpan[] {
  return result?.metadata.unrecognised_speech ?? []
}

interface WaveformProps {
  /** Null until they are there: a line is shown. */
  readonly peaks: Peaks | null
  readonly playback: Playback
  /** Seconds. */
  readonly length: number
  readonly marks: readonly Mark[]
  readonly unrecognised: readonly UnrecognisedSpan[]
}

/** The wave of the audio, where clicking and dragging seek; the slider in it is for the keyboard and for screen readers. */
export function Waveform({ peaks, playback, length, marks, unrecognised }: WaveformProps) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (area.current !== null && peaks !== null) return keepDrawn(area.current, peaks)
    return undefined
  }, [peaks])
  const played = useRef('')
  useSignalEffect(() => {
    const part = length === 0 ? 0 : Math.min(1, playback.time.value / length)
    // About a pixel: drawing the wave with every frame takes 7 ms of each.
    const share = `${(part * 100).toFixed(1)}%`
    if (share !== played.current) area.current?.style.setProperty('--played', share)
    played.current = share
  })
  // Of audio that is shorter than its transcript, not those after its end.
  const shown = marks.filter(({ start }) => start < length)
  const seek = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect()
    playback.seek(Math.max(0, Math.min(1, (event.clientX - left) / width)) * length)
  }
  return (
    <div
      class="waveform"
      ref={area}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        seek(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event)
      }}
    >
      <canvas />
      <canvas class="played" />
      {shown.map(({ start, headline }) => (
        <span
          key={start}
          class="chapter-mark"
          title={headline}
          style={{ left: `${(start / length) * 100}%` }}
        />
      ))}
      {unrecognised
        .filter(({ start }) => start < length)
        .map(({ start, end, channel }) => (
          <span
            key={`${channel} ${start}`}
            class="unrecognised-span"
            title={`Speech not recognised, ${formatDuration(start)} to ${formatDuration(end)}`}
            style={{
              left: `${(start / length) * 100}%`,
              width: `${((Math.min(end, length) - start) / length) * 100}%`,
            }}
          />
        ))}
      <Slider playback={playback} length={length} />
    </div>
  )
}

/** A component of its own: it is rendered every second. */
function Slider({ playback, length }: { playback: Playback; length: number }) {
  const time = playback.wholeSeconds.value
  return (
    <input
      class="seek"
      type="range"
      min={0}
      max={length}
      step={1}
      value={time}
      aria-label="Position"
      aria-valuetext={`${formatDuration(time)} of ${formatDuration(length)}`}
      onInput={({ currentTarget }) => playback.seek(currentTarget.valueAsNumber)}
    />
  )
}

/** Draws the wave, again when its size or the colours change. @returns ends that */
function keepDrawn(area: HTMLElement, peaks: Peaks): () => void {
  const draw = () => {
    for (const canvas of area.querySelectorAll('canvas')) drawBars(canvas, peaks)
  }
  const sizes = new ResizeObserver(draw)
  sizes.observe(area)
  const colours = window.matchMedia('(prefers-color-scheme: dark)')
  colours.addEventListener('change', draw)
  // After the effect that sets the theme of the page.
  const stopTheme = theme.subscribe(() => queueMicrotask(draw))
  return () => {
    sizes.disconnect()
    colours.removeEventListener('change', draw)
    stopTheme()
  }
}

function drawBars(canvas: HTMLCanvasElement, peaks: Peaks): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = window.devicePixelRatio
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return
  context.scale(scale, scale)
  context.fillStyle = getComputedStyle(canvas).color
  const bars = barsOf(peaks, Math.min(peaks.length, Math.floor(width / STEP)))
  const step = width / bars.length
  for (const [i, bar] of bars.entries()) {
    const length = Math.max(2, bar * height)
    context.fillRect(i * step, (height - length) / 2, step * FILLED, length)
  }
}
