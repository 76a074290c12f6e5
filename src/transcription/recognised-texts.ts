/** The texts of the jobs in progress, as far as they are recognised. */
import { EventEmitter, on } from 'node:events'
import { fullText } from '../contract/full-text.ts'
import type { Utterance } from '../contract/transcript.ts'

export class RecognisedTexts {
  /** In parts: the text of twelve hours, joined anew with each utterance, would leave gigabytes to be collected. */
  readonly #parts = new Map<string, { readonly text: string }[]>()
  /** Emits the text of a job, by its id, whenever it has grown. */
  readonly #growth = new EventEmitter().setMaxListeners(0)

  /** An attempt to recognise a job begins. */
  begin(jobId: string): void {
    this.#parts.set(jobId, [])
  }

  add(jobId: string, utterances: readonly Utterance[]): void {
    const parts = this.#parts.get(jobId)
    if (parts === undefined || utterances.length === 0) return
    parts.push(...utterances.map(({ text }) => ({ text })))
    if (this.#growth.listenerCount(jobId) > 0) this.#growth.emit(jobId, fullText(parts))
  }

  /** Nothing works on the job any more. */
  leave(jobId: string): void {
    this.#parts.delete(jobId)
  }

  /**
   * The text of a job whenever it has grown, until the signal is aborted; also of a job that is still to begin. A second attempt
   * begins with an empty text.
   */
  async *of(jobId: string, signal: AbortSignal): AsyncGenerator<string> {
    try {
      const growth = on(this.#growth, jobId, { signal }) as AsyncIterable<[string]>
      yield fullText(this.#parts.get(jobId) ?? [])
      for await (const [text] of growth) yield text
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}
