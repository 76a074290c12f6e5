/**
 * Runs a pulled model of purpose `speakers` in a thread, which it blocks for minutes. A run cannot be interrupted: after
 * an abort, the thread first finishes it. Errors of the library end the process.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { unlessAborted } from '../../platform/process/unless-aborted.ts'
import type { DiarizedSamples, DiarizerModel } from './diarizer.ts'

/** To the thread. */
export interface DiarizerRequest {
  /** See `Diarizer.spans`. */
  readonly samples: Float32Array<ArrayBuffer>
  /** The number of speakers; if omitted, the threshold of the model decides. */
  readonly speakers?: number
  /** Whether to return the voice of each speaker. */
  readonly withVoices: boolean
}

/** From the thread, one per request. */
export type DiarizerResponse = DiarizedSamples | { readonly error: unknown }

export class DiarizerThread implements AsyncDisposable {
  /** See `DescriptionFor<'speakers'>`. */
  readonly threshold: number
  readonly #worker: Worker
  /** One run at a time: concurrent runs would each need their own memory, and slow each other down. */
  readonly #inTurn = pLimit(1)

  private constructor(worker: Worker, threshold: number) {
    this.#worker = worker
    this.threshold = threshold
    // No speakers can be found without the thread, so the process ends; its supervisor starts another.
    worker.on('error', (error) => {
      throw error
    })
  }

  /** @throws {Error} if the model cannot be used */
  static async start(model: PulledModel<DescriptionFor<'speakers'>>): Promise<DiarizerThread> {
    const { threshold } = model.description
    const [segmentation, voices] = [await model.path('segmentation'), await model.path('voices')]
    const workerData: DiarizerModel = { segmentation, voices, threshold }
    const worker = new Worker(new URL('diarizer-thread-worker.ts', import.meta.url), { workerData })
    await once(worker, 'message')
    return new DiarizerThread(worker, threshold)
  }

  /**
   * @param requestOf makes the request when its turn comes, so that waiting takes no memory; its samples are transferred
   *   to the thread
   * @throws the signal's reason once it is aborted
   */
  async diarize(requestOf: () => Promise<DiarizerRequest>, signal: AbortSignal): Promise<DiarizedSamples> {
    return unlessAborted(signal, async () =>
      this.#inTurn(async () => {
        signal.throwIfAborted()
        return this.#run(await requestOf())
      }),
    )
  }

  /** Ends the thread; a run in progress finishes first. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  async #run(request: DiarizerRequest): Promise<DiarizedSamples> {
    const answer = once(this.#worker, 'message')
    this.#worker.postMessage(request, [request.samples.buffer])
    const [response] = (await answer) as [DiarizerResponse]
    if ('error' in response) throw response.error
    return response
  }
}
