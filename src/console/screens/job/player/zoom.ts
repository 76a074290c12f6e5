import { useState } from 'preact/hooks'

/** How much a button or a key zooms. */
export const ZOOM_STEP = 2

/** Seconds that are in view at least. */
const NEAREST = 10

/** How many times as wide as its place the wave of some audio is. @param length in seconds */
export function useZoom(length: number) {
  const [wanted, setWanted] = useState(1)
  const maxZoom = Math.max(1, length / NEAREST)
  const within = (zoom: number) => Math.max(1, Math.min(maxZoom, zoom))
  const onZoom = (factor: number) => setWanted((before) => within(within(before) * factor))
  return { zoom: within(wanted), maxZoom, onZoom }
}
