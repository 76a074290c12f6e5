/** The paragraph that is being edited: there is one at a time. */
import { computed, signal } from '@preact/signals'
import type { CorrectedUtterance } from '../../../../contract/revisions.ts'
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../../contract/unspaced-scripts.ts'
import { announce, notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { ConflictError, type EditedJob } from '../edited-job.ts'
import { corrected, type DraftPart, partsOf, splitAt, typed, wholeText } from './draft-parts.ts'
import { asCorrected, isSame } from './transcript-changes.ts'
import { textOf } from './transcript-words.ts'

/** A selection in a text, in UTF-16 units; both are the same for a caret. */
export type Selected = readonly [from: number, to: number]

export interface Draft {
  /** The utterances that were opened; none where nothing was recognised. */
  readonly opened: readonly Utterance[]
  /** What it is to replace, as it is now: other utterances once somebody else has changed them. */
  readonly replaced: readonly Utterance[]
  /** Speech without words in whose place it is. */
  readonly gap: UnrecognisedSpan | null
  readonly parts: readonly DraftPart[]
  /** What is selected at first. */
  readonly selected: Selected
  readonly isSaving: boolean
  /** Why it could not be saved. */
  readonly error: Error | null
}

export class TranscriptEditor {
  readonly draft = signal<Draft | null>(null)
  readonly isOpen = computed(() => this.draft.value !== null)
  /** The utterance in whose place the draft is; undefined for none. */
  readonly place = computed(() => this.draft.value?.replaced[0])
  /** The same of speech without words. */
  readonly gap = computed(() => this.draft.value?.gap ?? undefined)
  readonly #job: EditedJob
  /** Settles once nothing is being saved. */
  #saving: Promise<unknown> = Promise.resolve()
  /** Whether its screen was left, so that a draft with an error is no longer seen. */
  #isLeft = false

  constructor(job: EditedJob) {
    this.#job = job
  }

  /** Whether closing it would lose something. */
  get isChanged(): boolean {
    const { draft } = this
    if (draft.value === null) return false
    return isOfOthers(draft.value) || wholeText(draft.value.parts) !== wholeText(partsOf(draft.value.opened))
  }

  /** @param selected by default, the caret is at the end */
  async open(utterances: readonly Utterance[], selected?: Selected): Promise<void> {
    const parts = partsOf(utterances)
    const { length } = wholeText(parts)
    await this.#begin({
      ...{ opened: utterances, replaced: utterances, gap: null, parts },
      selected: selected ?? [length, length],
    })
  }

  /** Opens speech without words, so that what was said can be typed. */
  async openGap(gap: UnrecognisedSpan): Promise<void> {
    const { start, end, channel } = gap
    const before = this.#job.utterances.value.findLast((one) => one.channel === channel && one.start <= start)
    const next = before ?? this.#job.utterances.value[0]
    const said = { start, end, channel, speaker: before?.speaker, language: next?.language ?? 'en' }
    const utterance = {
      ...asCorrected({ ...said, text: '' }),
      language: said.language,
      words: [],
      confidence: 1,
    }
    const opened: Utterance[] = []
    const parts = [{ utterance, text: '' }]
    await this.#begin({ opened, replaced: opened, gap, parts, selected: [0, 0] })
  }

  async #begin(draft: Omit<Draft, 'isSaving' | 'error'>): Promise<void> {
    await this.#saving
    if (this.isChanged) await this.save()
    // It could not be saved.
    if (this.isChanged) return
    this.draft.value = { ...draft, isSaving: false, error: null }
  }

  type(text: string): void {
    const draft = this.draft.value
    if (draft !== null) this.draft.value = { ...draft, parts: typed(draft.parts, text) }
  }

  /** Ends editing without saving. What is being saved already cannot be taken back so. */
  cancel(): void {
    if (!this.draft.value?.isSaving) this.draft.value = null
  }

  /** Saves what needs no decision, as opening another paragraph does. Called when the screen is left. */
  leave(): void {
    this.#isLeft = true
    const draft = this.draft.value
    if (draft !== null && !isOfOthers(draft)) void this.save()
  }

  /** A paragraph without text is removed. */
  async save(): Promise<void> {
    const draft = this.draft.value
    if (draft === null) return
    const saved = corrected(draft.parts)
    const { correction, removal } = t().transcript.changes
    if (!this.isChanged) this.cancel()
    else await this.#replace(draft.replaced, saved, saved.length === 0 ? removal : correction)
  }

  /**
   * Divides the paragraph at a place in its text, in UTF-16 units.
   * @returns the utterances after the place; none if it was not divided there
   */
  async split(at: number): Promise<readonly Utterance[]> {
    const draft = this.draft.value
    const parts = draft === null ? null : splitAt(draft.parts, at)
    if (draft === null || parts === null) {
      await this.save()
      return []
    }
    const [before, after] = parts.map(corrected) as [CorrectedUtterance[], CorrectedUtterance[]]
    const isSaved = await this.#replace(draft.replaced, [...before, ...after], t().transcript.changes.split)
    if (!isSaved) return []
    return this.#job.utterances.value.filter((one) => after.some((other) => isSame(one, other)))
  }

  /**
   * Joins the paragraph to what was said before it: it becomes that speaker's.
   * @returns the place where they meet, in an utterance as it is now; null if they were not joined
   */
  async join(): Promise<{ readonly utterance: Utterance; readonly at: number } | null> {
    const draft = this.draft.value
    const saved = corrected(draft?.parts ?? [])
    const [first, ...others] = saved
    const before = this.#before(draft?.replaced[0])
    if (draft === null || first === undefined || before === undefined) return null
    const { speaker, language } = before
    const isOwn = speaker === first.speaker
    const head = `${textOf(before)}${isWrittenWithoutSpaces(language) ? '' : ' '}`
    const joined = { ...before, end: Math.max(before.end, first.end), text: head + first.text }
    const isSaved = await this.#replace(
      isOwn ? [before, ...draft.replaced] : draft.replaced,
      isOwn ? [asCorrected(joined), ...others] : saved.map((one) => asCorrected({ ...one, speaker })),
      t().transcript.changes.join,
    )
    const { start, channel } = isOwn ? before : first
    const utterance = this.#job.utterances.value.find((one) => one.channel === channel && one.start === start)
    return isSaved && utterance !== undefined ? { utterance, at: isOwn ? head.length : 0 } : null
  }

  #before(utterance: Utterance | undefined): Utterance | undefined {
    const { value } = this.#job.utterances
    const at = utterance === undefined ? -1 : value.findIndex((one) => isSame(one, utterance))
    return value.slice(0, Math.max(0, at)).findLast(({ channel }) => channel === utterance?.channel)
  }

  /** @returns whether it was saved */
  async #replace(
    removed: readonly Utterance[],
    inserted: readonly CorrectedUtterance[],
    label: string,
  ): Promise<boolean> {
    const draft = this.draft.value
    if (draft === null || draft.isSaving) return false
    this.draft.value = { ...draft, isSaving: true, error: null }
    // What stays as it is may be changed by somebody else meanwhile.
    const isKept = (one: CorrectedUtterance, others: readonly CorrectedUtterance[]) =>
      others.some((other) => isSame(one, other))
    const change = {
      removed: removed.filter((one) => !isKept(one, inserted)),
      inserted: inserted.filter((one) => !isKept(one, removed)),
    }
    try {
      const saving = this.#job.correct(change, label, () => (this.draft.value = null))
      this.#saving = saving.catch(() => {})
      await saving
      announce(t().transcript.saved)
      return true
    } catch (error) {
      const replaced = error instanceof ConflictError ? this.#now(draft) : draft.replaced
      this.draft.value = { ...draft, replaced, isSaving: false, error: error as Error }
      if (this.#isLeft) notify(t().transcript.notSaved((error as Error).message), { isError: true })
      return false
    }
  }

  /** What is said now in the time of a draft. */
  #now({ opened }: Draft): readonly Utterance[] {
    return this.#job.utterances.value.filter((one) =>
      opened.some(({ channel, start, end }) => one.channel === channel && one.start < end && one.end > start),
    )
  }
}

/** Whether somebody else has changed what it is to replace. */
export const isOfOthers = ({ opened, replaced }: Draft): boolean => opened !== replaced
