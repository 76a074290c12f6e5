import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Playback } from '../playback.ts'

/** Pixels of the wheel that zoom by a factor of e. */
const WHEEL = 300

/** Minimum seconds of a repeated span; a shorter one is a click. */
const SHORTEST = 0.2

/**
 * Pointer actions in the waveform: seeking, marking what to repeat with Shift, and zooming with Ctrl and the wheel (or by pinching on a
 * touchpad). When zooming, what is below the pointer, or else the playhead, stays in place.
 * @param onZoom called with the factor
 */
export function useWavePointer(
  area: { readonly current: HTMLElement | null },
  playback: Playback,
  length: number,
  zoom: number,
  onZoom: (factor: number) => void,
) {
  /** Position of the pointer while zooming, in pixels from the left of the area. */
  const zoomedAt = useRef<number | null>(null)
  const shown = useRef(zoom)
  /** Where dragging with Shift started, in seconds. */
  const from = useRef<number | null>(null)
  useLayoutEffect(() => {
    const { current } = area
    if (current === null || zoom === shown.current) return
    const before = current.clientWidth * shown.current
    const own = length === 0 ? 0 : (playback.time.peek() / length) * before - current.scrollLeft
    const isInView = own >= 0 && own <= current.clientWidth
    const x = zoomedAt.current ?? (isInView ? own : current.clientWidth / 2)
    current.scrollLeft = ((current.scrollLeft + x) / before) * current.clientWidth * zoom - x
    zoomedAt.current = null
    shown.current = zoom
  }, [zoom])
  const timeAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect()
    return Math.max(0, Math.min(1, (clientX - left) / width)) * length
  }
  const drag = (event: PointerEvent) => {
    const time = timeAt(event)
    if (from.current === null) playback.seek(time)
    else playback.loop.value = { start: Math.min(from.current, time), end: Math.max(from.current, time) }
  }
  /** A finger scrolls a zoomed waveform by dragging, and seeks only by tapping. */
  const swipes = ({ pointerType }: PointerEvent) => pointerType === 'touch' && zoom > 1
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || swipes(event)) return
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
      from.current = event.shiftKey ? timeAt(event) : null
      if (from.current === null) drag(event)
    },
    onPointerMove: (event: PointerEvent) => {
      if ((event.currentTarget as Element).hasPointerCapture(event.pointerId)) drag(event)
    },
    onPointerUp: (event: PointerEvent) => {
      if (swipes(event)) drag(event)
      if (from.current === null) return
      from.current = null
      const loop = playback.loop.peek()
      playback.repeat(loop !== null && loop.end - loop.start >= SHORTEST ? loop : null)
    },
    onWheel: (event: WheelEvent) => {
      if (!event.ctrlKey || area.current === null) return
      event.preventDefault()
      zoomedAt.current = event.clientX - area.current.getBoundingClientRect().left
      onZoom(Math.exp(-event.deltaY / WHEEL))
    },
  }
}
