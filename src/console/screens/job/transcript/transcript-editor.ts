/** Edits one paragraph at a time. */
import { computed, signal } from '@preact/signals'
import type { CorrectedUtterance } from '../../../../contract/revisions.ts'
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../../contract/unspaced-scripts.ts'
import { announce, notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { beforeLeaving, holder } from '../../../sign-in.ts'
import { ConflictError } from '../change-history.ts'
import type { EditedJob } from '../edited-job.ts'
import {
  type Draft,
  isChanged,
  isOfOthers,
  leftOf,
  type Opening,
  openingOf,
  openingOfGap,
  saidNow,
  type Selected,
} from './draft.ts'
import { corrected, splitAt, typed } from './draft-parts.ts'
import { keepDraft, takeDraft } from './kept-drafts.ts'
import { asCorrected, beforeOf, changeOf, isIn } from './transcript-changes.ts'
import { textOf } from './transcript-words.ts'

export class TranscriptEditor {
  readonly draft = signal<Draft | null>(null)
  readonly isOpen = computed(() => this.draft.value !== null)
  /** The first utterance that the draft replaces, or undefined. */
  readonly place = computed(() => this.draft.value?.replaced[0])
  /** The speech without words that the draft replaces, or undefined. */
  readonly gap = computed(() => this.draft.value?.gap ?? undefined)
  readonly #job: EditedJob
  /** Who edits it. */
  readonly #holder = String(holder.peek())
  /** Settles once nothing is being saved. */
  #saving: Promise<unknown> = Promise.resolve()
  /** Whether the screen was left, so that an error of the draft can no longer be seen. */
  #isLeft = false

  constructor(job: EditedJob) {
    this.#job = job
    this.draft.value = takeDraft(this.#holder, job.loaded.id, job.utterances.peek())
    beforeLeaving.add(this.#settle)
  }

  /** Whether closing the draft would lose changes. */
  get isChanged(): boolean {
    return this.draft.value !== null && isChanged(this.draft.value)
  }

  /** @param selected a caret at the end by default */
  async open(utterances: readonly Utterance[], selected?: Selected): Promise<void> {
    await this.#begin(openingOf(utterances, selected))
  }

  /** Opens speech without words, to type what was said. */
  async openGap(gap: UnrecognisedSpan): Promise<void> {
    await this.#begin(openingOfGap(gap, this.#job.utterances.value))
  }

  async #begin(opening: Opening): Promise<void> {
    await this.#settle()
    // The previous draft could not be saved.
    if (this.isChanged) this.#insist()
    else this.draft.value = { ...opening, isSaving: false, error: null }
  }

  /** Saves the draft, unless the user must make a decision first. */
  readonly #settle = async (): Promise<void> => {
    while (this.draft.value?.isSaving) await this.#saving
    if (this.isChanged && !this.#needsDecision) await this.save()
  }

  get #needsDecision(): boolean {
    return this.draft.value !== null && isOfOthers(this.draft.value)
  }

  /** Tells the user to make a decision first. */
  #insist(): void {
    if (this.#needsDecision) notify(t().transcript.decideFirst)
    document.querySelector<HTMLElement>('.paragraph-form [role=textbox]')?.focus()
  }

  type(text: string): void {
    const draft = this.draft.value
    if (draft !== null) this.draft.value = { ...draft, parts: typed(draft.parts, text) }
  }

  /** Stops editing without saving. A save that has started is not cancelled. */
  cancel(): void {
    if (!this.draft.value?.isSaving) this.draft.value = null
  }

  /** Saves the draft, or stores it for later if the user must make a decision. Called when the screen is left. */
  leave(): void {
    this.#isLeft = true
    beforeLeaving.delete(this.#settle)
    const draft = this.draft.value
    if (draft !== null && isOfOthers(draft))
      keepDraft(this.#holder, this.#job.loaded.id, draft, new ConflictError())
    else void this.save()
  }

  /** Saves the draft. A paragraph without text is removed. */
  async save(): Promise<void> {
    const draft = this.draft.value
    if (draft === null) return
    const saved = corrected(draft.parts)
    const { correction, removal } = t().transcript.changes
    if (!this.isChanged) this.cancel()
    else await this.#replace(draft.replaced, saved, saved.length === 0 ? removal : correction)
  }

  /**
   * Divides the paragraph at a position in its text, in UTF-16 units.
   * @returns the utterances after the position; none if it was not divided there
   */
  async split(at: number): Promise<readonly Utterance[]> {
    const draft = this.draft.value
    const parts = draft === null ? null : splitAt(draft.parts, at)
    if (draft === null || parts === null || this.#needsDecision) {
      if (this.#needsDecision) this.#insist()
      else await this.save()
      return []
    }
    const [before, after] = parts.map(corrected) as [CorrectedUtterance[], CorrectedUtterance[]]
    const isSaved = await this.#replace(draft.replaced, [...before, ...after], t().transcript.changes.split)
    if (!isSaved) return []
    // Their texts may have changed in the meantime.
    const isAfter = ({ channel, start }: Utterance) =>
      after.some((one) => one.channel === channel && one.start === start)
    return this.#job.utterances.value.filter(isAfter)
  }

  /**
   * Joins the paragraph to the previous one, whose speaker it gets.
   * @returns the position of the join in the resulting utterance; null if they were not joined
   */
  async join(): Promise<{ readonly utterance: Utterance; readonly at: number } | null> {
    const draft = this.draft.value
    const saved = corrected(draft?.parts ?? [])
    const [first, ...others] = saved
    const before = beforeOf(draft?.replaced[0], this.#job.utterances.value)
    if (this.#needsDecision) this.#insist()
    if (draft === null || first === undefined || before === undefined || isOfOthers(draft)) return null
    const { speaker, language } = before
    const isOwn = speaker === first.speaker
    const head = `${textOf(before)}${isWrittenWithoutSpaces(language) ? '' : ' '}`
    const joined = { ...before, end: Math.max(before.end, first.end), text: head + first.text }
    const isSaved = await this.#replace(
      isOwn ? [before, ...draft.replaced] : draft.replaced,
      isOwn ? [asCorrected(joined), ...others] : saved.map((one) => asCorrected({ ...one, speaker })),
      t().transcript.changes.join,
      isOwn ? head : '',
    )
    const { start, channel } = isOwn ? before : first
    const utterance = this.#job.utterances.value.find((one) => one.channel === channel && one.start === start)
    return isSaved && utterance !== undefined ? { utterance, at: isOwn ? head.length : 0 } : null
  }

  /**
   * Saves the draft, and then what was typed in the meantime.
   * @param lead text that precedes it once it is saved
   * @returns whether it was saved
   */
  async #replace(
    removed: readonly Utterance[],
    inserted: readonly CorrectedUtterance[],
    label: string,
    lead = '',
  ): Promise<boolean> {
    const draft = this.draft.value
    if (draft === null || draft.isSaving) return false
    this.draft.value = { ...draft, isSaving: true, error: null }
    const onSaved = () => {
      const saved = this.#job.utterances.value.filter((one) => isIn(one, inserted))
      this.draft.value = leftOf(this.draft.value ?? draft, draft, saved, lead)
    }
    try {
      const saving = this.#job.correct(changeOf(removed, inserted), label, onSaved)
      this.#saving = saving.catch(() => {})
      await saving
      announce(t().transcript.saved)
      await this.save()
      return true
    } catch (problem) {
      const error = problem as Error
      const now = this.draft.value ?? draft
      const replaced =
        error instanceof ConflictError ? saidNow(now, this.#job.utterances.value) : now.replaced
      this.draft.value = { ...now, replaced, isSaving: false, error }
      if (this.#isLeft) keepDraft(this.#holder, this.#job.loaded.id, this.draft.value, error)
      return false
    }
  }
}
