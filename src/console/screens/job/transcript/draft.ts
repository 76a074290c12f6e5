/** A paragraph while it is edited. */
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { type DraftPart, partsOf, typed, wholeText } from './draft-parts.ts'
import { asCorrected } from './transcript-changes.ts'

/** A selection in a text, in UTF-16 units; both are the same for a caret. */
export type Selected = readonly [from: number, to: number]

/** What is opened. */
export interface Opening {
  /** The utterances that were opened; none where nothing was recognised. */
  readonly opened: readonly Utterance[]
  /** What it is to replace, as it is now: other utterances once somebody else has changed them. */
  readonly replaced: readonly Utterance[]
  /** Speech without words in whose place it is. */
  readonly gap: UnrecognisedSpan | null
  readonly parts: readonly DraftPart[]
  /** What is selected at first. */
  readonly selected: Selected
}

export interface Draft extends Opening {
  readonly isSaving: boolean
  /** Why it could not be saved. */
  readonly error: Error | null
}

/** @param selected by default, the caret is at the end */
export function openingOf(utterances: readonly Utterance[], selected?: Selected): Opening {
  const parts = partsOf(utterances)
  const { length } = wholeText(parts)
  return {
    ...{ opened: utterances, replaced: utterances, gap: null, parts },
    selected: selected ?? [length, length],
  }
}

/** Speech without words, so that what was said can be typed. @param utterances all of the transcript */
export function openingOfGap(gap: UnrecognisedSpan, utterances: readonly Utterance[]): Opening {
  const { start, end, channel } = gap
  const before = utterances.findLast((one) => one.channel === channel && one.start <= start)
  const language = (before ?? utterances[0])?.language ?? 'en'
  const said = asCorrected({ start, end, channel, speaker: before?.speaker, language, text: '' })
  const opened: Utterance[] = []
  const parts = [{ utterance: { ...said, language, words: [], confidence: 1 }, text: '' }]
  return { opened, replaced: opened, gap, parts, selected: [0, 0] }
}

/** Whether somebody else has changed what it is to replace: the user decides what is kept. */
export const isOfOthers = ({ opened, replaced }: Draft): boolean => opened !== replaced

/** Whether to close it would lose something. */
export const isChanged = (draft: Draft): boolean =>
  isOfOthers(draft) || wholeText(draft.parts) !== wholeText(partsOf(draft.opened))

/** What is said now in the time of a draft. */
export const saidNow = ({ opened }: Draft, utterances: readonly Utterance[]): readonly Utterance[] =>
  utterances.filter((one) =>
    opened.some(({ channel, start, end }) => one.channel === channel && one.start < end && one.end > start),
  )

/**
 * What is left of a draft that was saved: what was typed since.
 * @param sent as it was saved
 * @param saved the utterances that it became
 * @param lead what their text begins with, before that of the draft
 * @returns null if nothing was typed
 */
export function leftOf(draft: Draft, sent: Draft, saved: readonly Utterance[], lead: string): Draft | null {
  const text = wholeText(draft.parts)
  if (text === wholeText(sent.parts)) return null
  return {
    ...draft,
    ...{ opened: saved, replaced: saved, gap: null, isSaving: false },
    parts: saved.length === 0 ? draft.parts : typed(partsOf(saved), lead + text),
  }
}
