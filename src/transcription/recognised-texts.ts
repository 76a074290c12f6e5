/** The texts of the jobs in progress, as far as they are recognised. */
import { EventEmitter, on } from 'node:events'
import type { Utterance } from '../contract/transcript.ts'
import { RecognisedText } from '../jobs/recognised-text.ts'

export class RecognisedTexts {
  readonly #texts = new Map<string, RecognisedText>()
  /** Emits the text of a job, by its id, whenever it has grown. */
  readonly #growth = new EventEmitter().setMaxListeners(0)

  /** An attempt to recognise a job begins. */
  begin(jobId: string): void {
    this.#texts.set(jobId, new RecognisedText())
  }

  add(jobId: string, utterances: readonly Utterance[]): void {
    const text = this.#texts.get(jobId)
    if (text === undefined || utterances.length === 0) return
    // As in `fullText`.
    for (const utterance of utterances) text.append(text.length === 0 ? utterance.text : ` ${utterance.text}`)
    if (this.#growth.listenerCount(jobId) > 0) this.#growth.emit(jobId, text.whole)
  }

  /** Nothing works on the job any more. */
  leave(jobId: string): void {
    this.#texts.delete(jobId)
  }

  /** The text of a job; null for one that is not being recognised. */
  of(jobId: string): RecognisedText | null {
    return this.#texts.get(jobId) ?? null
  }

  /**
   * The text of a job whenever it has grown, until the signal is aborted; also of a job that is still to begin. A second attempt
   * begins with an empty text.
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
