/** Draws the waveform of audio, and below it a lane for each speaker: at any zoom, only the part in view. */
import type { Peaks } from '../../../../contract/playback.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { theme } from '../../../preferences.ts'
import { speakerColour, speakersOf } from '../transcript/speaker-name.ts'
import { barsOf } from './peak-bars.ts'

/** Minimum width of a bar with its gap, in pixels, and the part of it that is the bar. */
const STEP = 3
const FILLED = 2 / 3

/** Height of a lane in pixels, and the maximum of all lanes together. */
const LANE = 4
const LANES = 24

/** The part in view, in pixels: its start, its width, and the total width. */
interface View {
  readonly left: number
  readonly width: number
  readonly whole: number
}

/** Draws in an element that scrolls horizontally, and again when the view or the colours change. @returns a function that stops it */
export function keepDrawn(area: HTMLElement, draw: (view: View) => void): () => void {
  let frame = 0
  const redraw = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() =>
      draw({ left: area.scrollLeft, width: area.clientWidth, whole: area.scrollWidth }),
    )
  }
  const sizes = new ResizeObserver(redraw)
  sizes.observe(area)
  for (const child of area.children) sizes.observe(child)
  area.addEventListener('scroll', redraw, { passive: true })
  const colours = window.matchMedia('(prefers-color-scheme: dark)')
  colours.addEventListener('change', redraw)
  const stopTheme = theme.subscribe(redraw)
  return () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
    area.removeEventListener('scroll', redraw)
    colours.removeEventListener('change', redraw)
    stopTheme()
  }
}

/** Clears a canvas, and sizes it as displayed. */
function cleared(canvas: HTMLCanvasElement) {
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = window.devicePixelRatio
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  context?.scale(scale, scale)
  return { context, height }
}

/** @returns a function that draws the waveform of peaks */
export function waveDrawer(peaks: Peaks): (canvas: HTMLCanvasElement, view: View) => void {
  let bars: readonly number[] = []
  return (canvas, { left, width, whole }) => {
    const count = Math.min(peaks.length, Math.floor(whole / STEP))
    if (count !== bars.length) bars = barsOf(peaks, count)
    const { context, height } = cleared(canvas)
    if (context === null) return
    context.fillStyle = getComputedStyle(canvas).color
    const step = whole / bars.length
    for (let i = Math.floor(left / step); i < bars.length && i * step < left + width; i++) {
      const length = Math.max(2, (bars[i] ?? 0) * height)
      context.fillRect(i * step - left, (height - length) / 2, step * FILLED, length)
    }
  }
}

/** Height of the lanes in pixels. */
export const lanesHeight = (speakers: number): number => Math.min(LANES, speakers * LANE)

/** Draws who speaks when, with a lane for each speaker. @param length of the audio, in seconds */
export function drawLanes(
  canvas: HTMLCanvasElement,
  { left, width, whole }: View,
  utterances: readonly Utterance[],
  length: number,
): void {
  const { context, height } = cleared(canvas)
  if (context === null) return
  const speakers = speakersOf(utterances)
  const lane = height / speakers.length
  const colours = speakers.map((speaker) => {
    // In the colours of the theme.
    canvas.style.color = speakerColour(speaker)
    return getComputedStyle(canvas).color
  })
  const scale = whole / length
  for (const { speaker, start, end } of utterances) {
    const at = speaker === undefined ? -1 : speakers.indexOf(speaker)
    const [from, to] = [start * scale - left, end * scale - left]
    if (at < 0 || to < 0 || from > width) continue
    context.fillStyle = colours[at] ?? ''
    context.fillRect(from, at * lane, Math.max(1, to - from), lane - 1)
  }
}
