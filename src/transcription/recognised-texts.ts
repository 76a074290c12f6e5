/** The texts of jobs in progress, as far as they have been recognised. */
import { EventEmitter, on } from 'node:events'
import type { Utterance } from '../contract/transcript.ts'
import { RecognisedText } from '../jobs/recognised-text.ts'

export class RecognisedTexts {
  readonly #texts = new Map<string, RecognisedText>()
  /** Emits the text of a job, under its id, whenever it has grown. */
  readonly #growth = new EventEmitter().setMaxListeners(0)

  /** Starts with an empty text, for a new attempt to recognise a job. */
  begin(jobId: string): void {
    this.#texts.set(jobId, new RecognisedText())
  }

  add(jobId: string, utterances: readonly Utterance[]): void {
    const text = this.#texts.get(jobId)
    if (text === undefined || utterances.length === 0) return
    // Joined as by `fullText`.
    for (const utterance of utterances) text.append(text.length === 0 ? utterance.text : ` ${utterance.text}`)
    if (this.#growth.listenerCount(jobId) > 0) this.#growth.emit(jobId, text.whole)
  }

  /** The job is no longer in progress. */
  leave(jobId: string): void {
    this.#texts.delete(jobId)
  }

  /** The text of a job; null for one that is not being recognised. */
  of(jobId: string): RecognisedText | null {
    return this.#texts.get(jobId) ?? null
  }

  /**
   * Yields the text of a job, which need not have begun, whenever it has grown, until the signal is aborted. A second attempt
   * starts with an empty text again.
   */
  async *follow(jobId: string, signal: AbortSignal): AsyncGenerator<string> {
    try {
      const growth = on(this.#growth, jobId, { signal }) as AsyncIterable<[string]>
      yield this.of(jobId)?.whole ?? ''
      for await (const [text] of growth) yield text
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}
