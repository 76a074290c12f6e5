import { useSignalEffect } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Job } from '../../../../contract/job.ts'
import type { Peaks } from '../../../../contract/playback.ts'
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { formatDuration } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import type { Playback } from '../playback.ts'
import { speakersOf } from '../transcript/speaker-name.ts'
import { drawLanes, keepDrawn, lanesHeight, waveDrawer } from './drawing.ts'
import { useWavePointer } from './wave-pointer.ts'

interface Mark {
  readonly start: number
  readonly headline: string
  /** Whether a person set it while recording, as opposed to a chapter. */
  readonly isOwn?: boolean
}

/** Marks at the starts of chapters, if there are any. */
export function chapterMarks({ result }: Job): readonly Mark[] {
  return result?.chapterization?.results.chapters ?? []
}

/** The spans of unrecognised speech. */
export function unrecognisedSpans({ result }: Job): readonly UnrecognisedSpan[] {
  return result?.metadata.unrecognised_speech ?? []
}

interface WaveformProps {
  /** Null until they are loaded; a line is shown instead. */
  readonly peaks: Peaks | null
  readonly playback: Playback
  /** Seconds. */
  readonly length: number
  readonly utterances: readonly Utterance[]
  readonly marks: readonly Mark[]
  readonly unrecognised: readonly UnrecognisedSpan[]
  /** Width relative to the visible area. */
  readonly zoom: number
  readonly onZoom: (factor: number) => void
}

/**
 * The waveform of the audio. Clicking and dragging seek, and dragging with Shift marks what to repeat. The slider in it is for
 * keyboards and screen readers.
 */
export function Waveform(props: WaveformProps) {
  const { peaks, playback, length, utterances, marks, unrecognised, zoom, onZoom } = props
  const area = useRef<HTMLDivElement>(null)
  const speakers = speakersOf(utterances).length
  useEffect(() => {
    if (area.current === null) return undefined
    const [lanes, ...waves] = area.current.querySelectorAll('canvas')
    const drawWave = peaks === null ? null : waveDrawer(peaks)
    return keepDrawn(area.current, (view) => {
      for (const canvas of waves) drawWave?.(canvas, view)
      if (lanes !== undefined && length > 0) drawLanes(lanes, view, utterances, length)
    })
  }, [peaks, utterances, length])
  const pointer = useWavePointer(area, playback, length, zoom, onZoom)
  useMark(area, playback, length, zoom)
  const percent = (seconds: number) => `${(seconds / length) * 100}%`
  const span = (start: number, end: number) => ({
    left: percent(start),
    width: percent(Math.min(end, length) - start),
  })
  // If the audio is shorter than its transcript, leaves out what is after its end.
  const isInside = ({ start }: { readonly start: number }) => start < length
  const loop = playback.loop.value
  return (
    <div class="waveform" ref={area} data-zoomed={zoom > 1}>
      <div
        class="wave"
        style={{
          width: `${zoom * 100}%`,
          '--lanes': `${lanesHeight(speakers)}px`,
          '--view': `${100 / zoom}%`,
        }}
        {...pointer}
      >
        <canvas class="lanes" />
        <canvas />
        <canvas class="played" />
        {marks.filter(isInside).map(({ start, headline, isOwn = false }) => (
          <span
            key={`${start} ${isOwn}`}
            class={isOwn ? 'chapter-mark own-mark' : 'chapter-mark'}
            title={headline}
            style={{ left: percent(start) }}
            onPointerDown={(event) => {
              // Seeks to the mark, not to where in the mark the pointer is.
              event.stopPropagation()
              playback.seek(start)
            }}
          />
        ))}
        {unrecognised.filter(isInside).map(({ start, end, channel }) => (
          <span
            key={`${channel} ${start}`}
            class="unrecognised-span"
            title={t().player.unrecognised(formatDuration(start), formatDuration(end))}
            style={span(start, end)}
          />
        ))}
        {loop !== null && <span class="loop-span" style={span(loop.start, loop.end)} />}
        <Slider playback={playback} length={length} />
      </div>
    </div>
  )
}

/** Moves the playhead. Scrolls with it while it is in view, and to where it jumps. */
function useMark(
  area: { readonly current: HTMLElement | null },
  playback: Playback,
  length: number,
  zoom: number,
): void {
  /** The previous time, in seconds. */
  const before = useRef(0)
  const shown = useRef<readonly number[]>([])
  const move = (time: number, follows: boolean) => {
    const { current } = area
    if (current === null) return
    const { scrollLeft, clientWidth, scrollWidth } = current
    const placeOf = (seconds: number) => (length === 0 ? 0 : Math.min(1, seconds / length) * scrollWidth)
    const isInView = (x: number) => x >= scrollLeft && x <= scrollLeft + clientWidth
    const at = placeOf(time)
    if (follows) {
      const from = placeOf(before.current)
      const isFollowed = isInView(from) || Math.abs(at - from) > clientWidth / 20
      if (isFollowed && !isInView(at)) current.scrollLeft = at - clientWidth / 10
      before.current = time
    }
    // Only whole pixels, since redrawing the waveform takes 7 ms of a frame.
    const place = [Math.round(at), Math.round(at - current.scrollLeft)] as const
    if (place.every((pixels, i) => pixels === shown.current[i])) return
    shown.current = place
    current.style.setProperty('--at', `${place[0]}px`)
    current.style.setProperty('--played', `${Math.max(0, place[1])}px`)
  }
  useSignalEffect(() => move(playback.time.value, true))
  useLayoutEffect(() => {
    const { current } = area
    if (current === null) return undefined
    const update = () => move(playback.time.peek(), false)
    // The total width and the width in view.
    const sizes = new ResizeObserver(update)
    sizes.observe(current)
    current.addEventListener('scroll', update, { passive: true })
    update()
    return () => {
      sizes.disconnect()
      current.removeEventListener('scroll', update)
    }
  }, [length, zoom])
}

/** A separate component, since it is rendered every second. */
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
      aria-label={t().player.position}
      aria-valuetext={t().player.timeOf(formatDuration(time), formatDuration(length))}
      onInput={({ currentTarget }) => playback.seek(currentTarget.valueAsNumber)}
    />
  )
}
