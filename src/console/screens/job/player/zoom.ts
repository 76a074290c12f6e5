import { useState } from 'preact/hooks'

/** Zoom factor of a button or a key. */
export const ZOOM_STEP = 2

/** Minimum seconds in view. */
const NEAREST = 10

/** The width of the waveform relative to the visible area. @param length of the audio in seconds */
export function useZoom(length: number) {
  const [wanted, setWanted] = useState(1)
  const maxZoom = Math.max(1, length / NEAREST)
  const within = (zoom: number) => Math.max(1, Math.min(maxZoom, zoom))
  const onZoom = (factor: number) => setWanted((before) => within(within(before) * factor))
  return { zoom: within(wanted), maxZoom, onZoom }
}
