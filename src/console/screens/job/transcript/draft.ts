/** A paragraph being edited. */
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { type DraftPart, partsOf, typed, wholeText } from './draft-parts.ts'
import { asCorrected } from './transcript-changes.ts'

/** A selection in a text, in UTF-16 units; both ends are equal for a caret. */
export type Selected = readonly [from: number, to: number]

/** What is opened for editing. */
export interface Opening {
  /** The utterances that were opened; empty if nothing was recognised. */
  readonly opened: readonly Utterance[]
  /** The utterances that it will replace, as they are now: others than the opened ones once somebody else has changed them. */
  readonly replaced: readonly Utterance[]
  /** The speech without words that it will replace. */
  readonly gap: UnrecognisedSpan | null
  readonly parts: readonly DraftPart[]
  /** The initial selection. */
  readonly selected: Selected
}

export interface Draft extends Opening {
  readonly isSaving: boolean
  /** Why it could not be saved. */
  readonly error: Error | null
}

/** @param selected a caret at the end by default */
export function openingOf(utterances: readonly Utterance[], selected?: Selected): Opening {
  const parts = partsOf(utterances)
  const { length } = wholeText(parts)
  return {
    ...{ opened: utterances, replaced: utterances, gap: null, parts },
    selected: selected ?? [length, length],
  }
}

/** Opens speech without words, to type what was said. @param utterances all of the transcript */
export function openingOfGap(gap: UnrecognisedSpan, utterances: readonly Utterance[]): Opening {
  const { start, end, channel } = gap
  const before = utterances.findLast((one) => one.channel === channel && one.start <= start)
  const language = (before ?? utterances[0])?.language ?? 'en'
  const said = asCorrected({ start, end, channel, speaker: before?.speaker, language, text: '' })
  const opened: Utterance[] = []
  const parts = [{ utterance: { ...said, language, words: [], confidence: 1 }, text: '' }]
  return { opened, replaced: opened, gap, parts, selected: [0, 0] }
}

/** Whether somebody else has changed what it replaces, so that the user must decide what to keep. */
export const isOfOthers = ({ opened, replaced }: Draft): boolean => opened !== replaced

/** Whether closing it would lose changes. */
export const isChanged = (draft: Draft): boolean =>
  isOfOthers(draft) || wholeText(draft.parts) !== wholeText(partsOf(draft.opened))

/** The utterances that are now in the time range of a draft. */
export const saidNow = ({ opened }: Draft, utterances: readonly Utterance[]): readonly Utterance[] =>
  utterances.filter((one) =>
    opened.some(({ channel, start, end }) => one.channel === channel && one.start < end && one.end > start),
  )

/**
 * What remains of a draft after it was saved: what was typed since.
 * @param sent the draft as it was sent
 * @param saved the utterances that it became
 * @param lead text of these utterances before that of the draft
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
