import type { UnrecognisedSpan } from '../contract/result.ts'
import { duration } from './remote/formatting.ts'

/** How many places are listed. */
const LISTED = 5

/**
 * A notice that some speech was not recognised, or that there is none.
 * @returns such as `12 s of speech not recognised, at 0:41 and 3:02`; null if all speech was recognised
 */
export function speechNotice(unrecognised: readonly UnrecognisedSpan[], text: string): string | null {
  if (unrecognised.length === 0) return text === '' ? 'no speech found' : null
  const seconds = unrecognised.reduce((sum, { start, end }) => sum + end - start, 0)
  const times = unrecognised.slice(0, LISTED).map(({ start }) => duration(Math.floor(start)))
  const more = unrecognised.length - times.length
  const places = [...times, ...(more === 0 ? [] : [`${more} more ${more === 1 ? 'place' : 'places'}`])]
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(places)
  return `${Math.max(1, Math.round(seconds))} s of speech not recognised, at ${list}`
}
