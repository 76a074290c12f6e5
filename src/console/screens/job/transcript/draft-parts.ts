/** The text of a paragraph being edited, as a sequence of parts, one for each utterance. */
import type { CorrectedUtterance } from '../../../../contract/revisions.ts'
import { isWrittenWithoutSpaces } from '../../../../contract/unspaced-scripts.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { asCorrected, inOneLine } from './transcript-changes.ts'
import { divided, textOf } from './transcript-words.ts'

export interface DraftPart {
  /** The utterance when it was opened. */
  readonly utterance: Utterance
  /** Includes the space before the next part, if there is one. */
  readonly text: string
}

/** The parts of consecutive utterances. */
export const partsOf = (utterances: readonly Utterance[]): readonly DraftPart[] =>
  utterances.map((utterance, i) => {
    const next = utterances[i + 1]
    const space = next === undefined || isWrittenWithoutSpaces(next.language) ? '' : ' '
    return { utterance, text: `${textOf(utterance)}${space}` }
  })

export const wholeText = (parts: readonly DraftPart[]): string => parts.map(({ text }) => text).join('')

/** The parts after one edit of the whole text, such as a key, a paste or a deletion. */
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
    // Text typed between two parts belongs to the second one, since the first one ends with a space.
    const isHere = !isInserted && (from < end || i === parts.length - 1)
    isInserted ||= isHere
    const head = part.text.slice(0, Math.max(0, from - begin))
    const tail = part.text.slice(Math.max(0, to - begin))
    return { ...part, text: `${head}${isHere ? inserted : ''}${tail}` }
  })
}

/**
 * The utterances to save for the parts. Empty parts are left out; parts without a space between them form one word, so they are merged
 * into one utterance.
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
 * Splits the parts at a position in the whole text, in UTF-16 units.
 * @returns null if one side has no text
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
