/**
 * A pulled model of purpose `speakers` in a thread of its own, which it blocks for minutes. A run cannot be interrupted: after
 * an abort, the thread ends it first. Errors of the library end the process.
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
  /** How many speakers there are; without it, the threshold of the model decides. */
  readonly speakers?: number
  /** Whether to tell what each speaker sounds like. */
  readonly withVoices: boolean
}

/** From the thread, one for each request. */
export type DiarizerResponse = DiarizedSamples | { readonly error: unknown }

export class DiarizerThread implements AsyncDisposable {
  /** See `DescriptionFor<'speakers'>`. */
  readonly threshold: number
  readonly #worker: Worker
  /** One run at a time: several would take the memory of several, and each as much longer. */
  readonly #inTurn = pLimit(1)

  private constructor(worker: Worker, threshold: number) {
    this.#worker = worker
    this.threshold = threshold
    // Without it there are no speakers: the process ends, and is restarted by its supervisor.
    worker.on('error', (error) => {
      throw error
    })
  }

  /** @throws {Error} when the model cannot be used */
  static async start(model: PulledModel<DescriptionFor<'speakers'>>): Promise<DiarizerThread> {
    const { threshold } = model.description
    const [segmentation, voices] = [await model.path('segmentation'), await model.path('voices')]
    const workerData: DiarizerModel = { segmentation, voices, threshold }
    const worker = new Worker(new URL('diarizer-thread-worker.ts', import.meta.url), { workerData })
    await once(worker, 'message')
    return new DiarizerThread(worker, threshold)
  }

  /**
   * @param requestOf makes the request once it is its turn, so that waiting takes no memory; its samples are moved to the thread
   * @throws the reason of the signal, once that is aborted
   */
  async diarize(requestOf: () => Promise<DiarizerRequest>, signal: AbortSignal): Promise<DiarizedSamples> {
    return unlessAborted(signal, async () =>
      this.#inTurn(async () => {
        signal.throwIfAborted()
        return this.#run(await requestOf())
      }),
    )
  }

  /** Ends the thread, once it has ended its run. */
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
