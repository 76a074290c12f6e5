/** The utterance that is being edited: there is one at a time. */
import { computed, signal } from '@preact/signals'
import type { CorrectedUtterance } from '../../../contract/revisions.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { announce, notify } from '../../announce.ts'
import { asCorrected, ConflictError, type EditedJob, isSame } from './edited-job.ts'
import { divided, textOf } from './transcript-words.ts'

export interface Draft {
  /** What it is to replace, as it is now: one utterance, unless someone else has changed it. */
  readonly replaced: readonly Utterance[]
  /** The utterance that was opened. */
  readonly utterance: Utterance
  readonly text: string
  readonly speaker: number | undefined
  /** What has the focus at first. */
  readonly focus: 'text' | 'speaker'
  readonly isSaving: boolean
  /** Why it could not be saved. */
  readonly error: Error | null
}

export class TranscriptEditor {
  readonly draft = signal<Draft | null>(null)
  readonly isOpen = computed(() => this.draft.value !== null)
  /** The utterance in whose place the draft is; undefined for none. */
  readonly place = computed(() => this.draft.value?.replaced[0])
  readonly #job: EditedJob
  /** Whether its screen was left, so that a draft with an error is no longer seen. */
  #isLeft = false

  constructor(job: EditedJob) {
    this.#job = job
  }

  /** Whether closing it would lose something. */
  get isChanged(): boolean {
    const draft = this.draft.value
    if (draft === null) return false
    const { utterance, text, speaker, replaced } = draft
    return text !== textOf(utterance) || speaker !== utterance.speaker || replaced[0] !== utterance
  }

  async open(utterance: Utterance, focus: Draft['focus'] = 'text'): Promise<void> {
    if (this.isChanged) await this.save()
    // It could not be saved.
    if (this.isChanged) return
    const { speaker } = utterance
    const text = textOf(utterance)
    this.draft.value = {
      replaced: [utterance],
      utterance,
      text,
      speaker,
      focus,
      isSaving: false,
      error: null,
    }
  }

  change(changes: Partial<Pick<Draft, 'text' | 'speaker'>>): void {
    if (this.draft.value !== null) this.draft.value = { ...this.draft.value, ...changes }
  }

  /** Ends editing without saving. What is being saved already cannot be taken back so. */
  cancel(): void {
    if (!this.draft.value?.isSaving) this.draft.value = null
  }

  /** Saves what needs no decision, as opening another utterance does. Called when the screen is left. */
  leave(): void {
    this.#isLeft = true
    const draft = this.draft.value
    if (draft !== null && draft.replaced[0] === draft.utterance) void this.save()
  }

  /** An utterance without text is removed. */
  async save(): Promise<void> {
    if (!this.isChanged) this.cancel()
    else if (this.#written?.text === '') await this.#replace([], 'removed utterance')
    else await this.#replace([this.#written], 'correction')
  }

  /** @param at place in the text, in UTF-16 units */
  async split(at: number): Promise<void> {
    const draft = this.draft.value
    if (draft === null || this.#written === null) return
    const written = this.#written
    const parts = divided(draft.utterance, draft.text, at).map((part) => {
      return { ...written, ...part, text: inOneLine(part.text) }
    })
    if (parts.every(({ text }) => text !== '')) await this.#replace(parts, 'split')
  }

  /** The next utterance of the channel, which {@link merge} would take. */
  get next(): Utterance | undefined {
    const { utterances } = this.#job
    const place = this.place.value
    if (place === undefined) return undefined
    const at = utterances.value.findIndex((one) => isSame(one, place))
    return at < 0 ? undefined : utterances.value.slice(at + 1).find((one) => one.channel === place.channel)
  }

  async merge(): Promise<void> {
    const { next } = this
    const written = this.#written
    if (next === undefined || written === null) return
    const space = isWrittenWithoutSpaces(next.language) ? '' : ' '
    const text = `${written.text}${space}${textOf(next)}`.trim()
    const merged = { ...written, end: Math.max(written.end, next.end), text }
    await this.#replace([merged], 'merge', [next])
  }

  /** The utterance as it was written; null if there is no draft. */
  get #written(): CorrectedUtterance | null {
    const draft = this.draft.value
    if (draft === null) return null
    const { utterance, speaker, text } = draft
    const { speaker: _before, ...others } = asCorrected(utterance)
    return { ...others, text: inOneLine(text), ...(speaker !== undefined && { speaker }) }
  }

  async #replace(
    inserted: readonly (CorrectedUtterance | null)[],
    label: string,
    alsoRemoved: readonly Utterance[] = [],
  ): Promise<void> {
    const draft = this.draft.value
    if (draft === null || draft.isSaving) return
    this.draft.value = { ...draft, isSaving: true, error: null }
    try {
      const removed = [...draft.replaced, ...alsoRemoved]
      const change = { removed, inserted: inserted.filter((one) => one !== null) }
      await this.#job.correct(change, label, () => (this.draft.value = null))
      announce('Saved')
    } catch (error) {
      const replaced = error instanceof ConflictError ? this.#at(draft.utterance) : draft.replaced
      this.draft.value = { ...draft, replaced, isSaving: false, error: error as Error }
      if (this.#isLeft) notify(`The correction was not saved. ${(error as Error).message}`, { isError: true })
    }
  }

  /** What is said now in the time of an utterance. */
  #at({ channel, start, end }: Utterance): readonly Utterance[] {
    return this.#job.utterances.value.filter(
      (one) => one.channel === channel && one.start < end && one.end > start,
    )
  }
}

/** The text of an utterance has no control characters. */
const inOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()
