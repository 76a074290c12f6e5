import type { Utterance } from '../contract/transcript.ts'
import type { SpeakerMove } from '../jobs/transcript.ts'

/** Minimum duration that a word counts for, in seconds. */
const MIN_SECONDS = 0.02

/**
 * For each speaker, who now says most of what that speaker said before.
 * @param after the same words at the same times, with other speakers
 */
export function speakerMoves(before: readonly Utterance[], after: readonly Utterance[]): SpeakerMove[] {
  const now = new Map(after.flatMap((one) => spokenParts(one).map((part) => [part.key, one.speaker])))
  const seconds = new Map<number, Map<number, number>>()
  for (const one of before)
    for (const part of spokenParts(one)) {
      const to = now.get(part.key)
      if (one.speaker === undefined || to === undefined) continue
      const own = seconds.get(one.speaker) ?? new Map<number, number>()
      seconds.set(one.speaker, own.set(to, (own.get(to) ?? 0) + part.seconds))
    }
  return [...seconds].map(([from, own]) => {
    const [to, most] = [...own].reduce((best, other) => (other[1] > best[1] ? other : best))
    return { from, to, seconds: most }
  })
}

/** The words of an utterance, or the whole utterance if it has none. */
function spokenParts({ words, channel, ...whole }: Utterance) {
  return (words.length > 0 ? words : [whole]).map(({ start, end }) => ({
    key: `${channel} ${start} ${end}`,
    seconds: Math.max(MIN_SECONDS, end - start),
  }))
}
