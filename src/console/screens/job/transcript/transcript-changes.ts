/** Changes of a transcript, as replacements of utterances. */
import type { CorrectedUtterance } from '../../../../contract/revisions.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import type { Match } from './transcript-matches.ts'
import { placeWords, textOf } from './transcript-words.ts'

/** The utterances to remove, and those to insert instead. */
export interface TranscriptChange {
  readonly removed: readonly CorrectedUtterance[]
  readonly inserted: readonly CorrectedUtterance[]
}

/** An utterance as sent to the service. */
export function asCorrected(utterance: CorrectedUtterance): CorrectedUtterance {
  const { start, end, channel, speaker, language, text } = utterance
  return { start, end, channel, text, ...(language && { language }), ...(speaker != null && { speaker }) }
}

/** Whether both are the same utterance, even if one was loaded later. */
export const isSame = (a: CorrectedUtterance, b: CorrectedUtterance): boolean =>
  a === b ||
  (a.start === b.start &&
    a.end === b.end &&
    a.channel === b.channel &&
    a.speaker === b.speaker &&
    a.text === b.text)

export const isIn = (one: CorrectedUtterance, all: readonly CorrectedUtterance[]): boolean =>
  all.some((other) => isSame(one, other))

/** Replaces utterances. Those that stay the same are not part of the change, so that others can change them at the same time. */
export const changeOf = (
  before: readonly CorrectedUtterance[],
  after: readonly CorrectedUtterance[],
): TranscriptChange => ({
  removed: before.filter((one) => !isIn(one, after)),
  inserted: after.filter((one) => !isIn(one, before)),
})

/** The previous utterance in the same channel; undefined if there is none, or the utterance is not in the list. */
export function beforeOf(utterance: Utterance | undefined, all: readonly Utterance[]): Utterance | undefined {
  const at = utterance === undefined ? -1 : all.findIndex((one) => isSame(one, utterance))
  return all.slice(0, Math.max(0, at)).findLast(({ channel }) => channel === utterance?.channel)
}

/** Removes utterances from a list; null if one of them is not in it. */
export function without(
  all: readonly Utterance[],
  some: readonly CorrectedUtterance[],
): readonly Utterance[] | null {
  const missing = Map.groupBy(some, ({ start }) => start)
  const others = all.filter((one) => {
    const same = missing.get(one.start) ?? []
    const at = same.findIndex((other) => isSame(one, other))
    if (at >= 0) missing.set(one.start, same.toSpliced(at, 1))
    return at < 0
  })
  return others.length === all.length - some.length ? others : null
}

/** Replaces control characters, which the text of an utterance must not have. */
export const inOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** Which utterances get another speaker: these, those of the same speaker from here on, or all of the same speaker. */
export type Reach = 'here' | 'following' | 'everywhere'

/** @param target utterances of one speaker */
export function reached(
  all: readonly Utterance[],
  target: readonly Utterance[],
  reach: Reach,
): readonly Utterance[] {
  const [first] = target
  if (first === undefined || reach === 'here') return target
  return all.filter(
    ({ speaker, start }) => speaker === first.speaker && (reach === 'everywhere' || start >= first.start),
  )
}

/** Changes the speaker of utterances. */
export function givenTo(utterances: readonly Utterance[], speaker: number): TranscriptChange {
  const removed = utterances.filter((one) => one.speaker !== speaker)
  return { removed, inserted: removed.map((one) => asCorrected({ ...one, speaker })) }
}

/** The same for a part of each utterance. What is before and after it keeps its speaker. @param places one for each utterance */
export function partsGivenTo(
  utterances: readonly Utterance[],
  places: readonly Match[],
  speaker: number,
): TranscriptChange {
  const changed = places.flatMap((place) => {
    const utterance = utterances[place.utterance]
    return utterance === undefined || utterance.speaker === speaker ? [] : [{ utterance, place }]
  })
  return {
    removed: changed.map(({ utterance }) => utterance),
    inserted: changed.flatMap(({ utterance, place }) => {
      const [before, within, after] = inThree(utterance, place)
      return [before, within && { ...within, speaker }, after].filter((one) => one !== undefined)
    }),
  }
}

/** Splits an utterance before and after a place, with the times of the words. */
function inThree(utterance: Utterance, { from, to }: Match): readonly (CorrectedUtterance | undefined)[] {
  const text = textOf(utterance)
  const words = placeWords([utterance])
  const groups = [
    words.filter((word) => word.to <= from),
    words.filter((word) => word.to > from && word.from < to),
    words.filter((word) => word.from >= to),
  ]
  return groups.map((own) => {
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) return undefined
    const start = first === words[0] ? utterance.start : first.start
    const end = last === words.at(-1) ? utterance.end : last.end
    return asCorrected({ ...utterance, start, end, text: text.slice(first.from, last.to).trim() })
  })
}

/** Replaces each match with another text. */
export function replaced(
  utterances: readonly Utterance[],
  matches: readonly Match[],
  text: string,
): TranscriptChange {
  const changed = [...Map.groupBy(matches, ({ utterance }) => utterance)].flatMap(([index, own]) => {
    const utterance = utterances[index]
    return utterance === undefined ? [] : [{ utterance, own }]
  })
  return {
    removed: changed.map(({ utterance }) => utterance),
    inserted: changed.flatMap(({ utterance, own }) => {
      const written = own
        .toReversed()
        .reduce((all, { from, to }) => all.slice(0, from) + text + all.slice(to), textOf(utterance))
      const left = inOneLine(written)
      return left === '' ? [] : [asCorrected({ ...utterance, text: left })]
    }),
  }
}
