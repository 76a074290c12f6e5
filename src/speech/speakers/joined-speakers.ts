/** Decides which speakers from several parts of a recording are the same person. */
import { dot } from '../../models/vectors.ts'
import type { SampledVoice } from './diarizer.ts'

/**
 * Repeatedly joins the two most similar groups until the most similar are further apart than the threshold, and at most
 * `max` are left. The distance of two groups is the mean over all pairs of their voices (average linkage): voices are
 * compared individually, as the threshold is meant, and a single bad one does not keep two groups apart.
 * @param threshold a distance, 1 − cosine
 * @returns the person of each speaker, numbered from 0
 */
export function joinedSpeakers(
  speakers: readonly SampledVoice[],
  threshold: number,
  { min, max }: { readonly min: number; readonly max: number },
): number[] {
  const counts = speakers.map(({ count }) => count)
  const likeness = speakers.map((one) => speakers.map((other) => dot(one.mean, other.mean)))
  const persons = speakers.map((_, speaker) => speaker)
  const present = new Set(persons)
  while (present.size > min) {
    const [a, b] = mostAlike(present, likeness)
    if (present.size <= max && 1 - likeness[a]![b]! > threshold) break
    present.delete(b)
    const [countA, countB] = [counts[a]!, counts[b]!]
    for (const other of present) {
      const both = likeness[a]![other]! * countA + likeness[b]![other]! * countB
      likeness[a]![other] = likeness[other]![a] = both / (countA + countB)
    }
    counts[a] = countA + countB
    for (const [speaker, person] of persons.entries()) if (person === b) persons[speaker] = a
  }
  return persons.map((person) => [...present].indexOf(person))
}

function mostAlike(present: ReadonlySet<number>, likeness: readonly (readonly number[])[]): [number, number] {
  let [best, most]: [[number, number], number] = [[0, 0], -Infinity]
  for (const a of present)
    for (const b of present) if (a < b && likeness[a]![b]! > most) [best, most] = [[a, b], likeness[a]![b]!]
  return best
}
