/** The text of a paragraph while somebody types in it: parts one after the other, each of one utterance. */
import type { CorrectedUtterance } from '../../../../contract/revisions.ts'
import { isWrittenWithoutSpaces } from '../../../../contract/unspaced-scripts.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { asCorrected, inOneLine } from './transcript-changes.ts'
import { divided, textOf } from './transcript-words.ts'

export interface DraftPart {
  /** As it was opened. */
  readonly utterance: Utterance
  /** With the space before the next part, if there is one. */
  readonly text: string
}

/** The parts of utterances that follow each other. */
export const partsOf = (utterances: readonly Utterance[]): readonly DraftPart[] =>
  utterances.map((utterance, i) => {
    const next = utterances[i + 1]
    const space = next === undefined || isWrittenWithoutSpaces(next.language) ? '' : ' '
    return { utterance, text: `${textOf(utterance)}${space}` }
  })

export const wholeText = (parts: readonly DraftPart[]): string => parts.map(({ text }) => text).join('')

/** The parts after the whole text became another one by one change, such as a key, a paste or a deletion. */
export function typed(parts: readonly DraftPart[], text: string): readonly DraftPart[] {
  const before = wholeText(parts)
  const shorter = Math.min(before.length, text.length)
  let from = 0
  while (from < shorter && before[from] === text[from]) from++
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === text.at(-1 - same)) same++
  const to = before.length - same
  const inserted = text.slice(from, text.length - same)
  let end = 0
  let isInserted = false
  return parts.map((part, i) => {
    const begin = end
    end += part.text.length
    // What is typed between two parts begins the second one: the first one ends with a space.
    const isHere = !isInserted && (from < end || i === parts.length - 1)
    isInserted ||= isHere
    const head = part.text.slice(0, Math.max(0, from - begin))
    const tail = part.text.slice(Math.max(0, to - begin))
    return { ...part, text: `${head}${isHere ? inserted : ''}${tail}` }
  })
}

/**
 * What the parts are saved as: one without text is left out, and parts without a space between them have become one word, so one
 * utterance.
 */
export function corrected(parts: readonly DraftPart[]): readonly CorrectedUtterance[] {
  const saved: { text: string; utterance: CorrectedUtterance }[] = []
  for (const { utterance, text } of parts) {
    const last = saved.at(-1)
    if (inOneLine(text) === '') {
      if (last !== undefined) last.text += text
      continue
    }
    const isGlued = last !== undefined && !/\s$/.test(last.text) && !/^\s/.test(text)
    if (isGlued && !isWrittenWithoutSpaces(utterance.language)) {
      last.text += text
      last.utterance = { ...last.utterance, end: Math.max(last.utterance.end, utterance.end) }
    } else saved.push({ text, utterance })
  }
  return saved.map(({ text, utterance }) => asCorrected({ ...utterance, text: inOneLine(text) }))
}

/**
 * The parts before and after a place, in UTF-16 units of the whole text: that of the place is divided.
 * @returns null if there is no text on one of its sides
 */
export function splitAt(
  parts: readonly DraftPart[],
  at: number,
): readonly [readonly DraftPart[], readonly DraftPart[]] | null {
  const [before, after]: [DraftPart[], DraftPart[]] = [[], []]
  let begin = 0
  for (const part of parts) {
    const { utterance, text } = part
    const place = at - begin
    begin += text.length
    if (place >= text.trimEnd().length) before.push(part)
    else if (place <= text.length - text.trimStart().length) after.push(part)
    else {
      const [first, second] = divided(utterance, text, place).map((half) => {
        return { text: half.text, utterance: { ...utterance, ...half, words: [] } }
      })
      before.push(first!)
      after.push(second!)
    }
  }
  return wholeText(before).trim() === '' || wholeText(after).trim() === '' ? null : [before, after]
}
