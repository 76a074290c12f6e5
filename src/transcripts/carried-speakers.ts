/** Renumbers the speakers of a new recognition as in the transcript, so that their names stay right. */
import type { Utterance } from '../contract/transcript.ts'
import type { Versions } from './aligned-words.ts'

/**
 * The new recognition with the speakers of the newest revision: each new speaker becomes the one who speaks for most of the
 * same time, or gets a new number if there is none. Where people corrected the speaker, their correction stays. Utterances
 * without a speaker get that of the newest revision at the same time.
 */
export function carriedSpeakers({ recognised, corrected, again }: Versions): readonly Utterance[] {
  if (corrected.every(({ speaker }) => speaker === undefined)) return again
  const named = speakersIn(again, corrected)
  const meant = speakersIn(recognised, corrected)
  return again.map((one) => {
    const [there] = longest(one, corrected)
    const [was] = there === undefined ? [] : longest(there, recognised)
    const isMeant = was?.speaker !== undefined && there?.speaker !== meant.get(was.speaker)
    const { speaker, ...others } = one
    const found = speaker === undefined || isMeant ? there?.speaker : named.get(speaker)
    if (found === speaker) return one
    return { ...others, ...(found !== undefined && { speaker: found }) }
  })
}

/** For each speaker of other utterances, the same speaker in a transcript. */
function speakersIn(others: readonly Utterance[], transcript: readonly Utterance[]): Map<number, number> {
  const together = new Map<string, { readonly of: number; readonly as: number; seconds: number }>()
  for (const one of others)
    for (const { speaker: as, start, end } of during(one, transcript)) {
      const { speaker: of } = one
      if (of === undefined || as === undefined) continue
      const key = `${of} ${as}`
      const pair = together.get(key) ?? { of, as, seconds: 0 }
      pair.seconds += Math.min(end, one.end) - Math.max(start, one.start)
      together.set(key, pair)
    }
  const found = new Map<number, number>()
  const taken = new Set<number>()
  for (const { of, as } of [...together.values()].toSorted((a, b) => b.seconds - a.seconds)) {
    if (found.has(of) || taken.has(as)) continue
    found.set(of, as)
    taken.add(as)
  }
  let next = Math.max(-1, ...transcript.map(({ speaker = -1 }) => speaker)) + 1
  for (const { speaker } of others)
    if (speaker !== undefined && !found.has(speaker)) found.set(speaker, next++)
  return found
}

/** The utterance of a transcript that overlaps most with another one; empty if none does. */
function longest(one: Utterance, transcript: readonly Utterance[]): Utterance[] {
  const seconds = (other: Utterance) => Math.min(one.end, other.end) - Math.max(one.start, other.start)
  return during(one, transcript)
    .toSorted((a, b) => seconds(b) - seconds(a))
    .slice(0, 1)
}

/** The utterances of a transcript that overlap with one of the same channel. */
function during(one: Utterance, transcript: readonly Utterance[]): Utterance[] {
  const found: Utterance[] = []
  for (const other of transcript) {
    if (other.start >= one.end) break
    if (other.end > one.start && other.channel === one.channel) found.push(other)
  }
  return found
}
