/** A model that the library has in memory. */
import type {
  OfflineRecognizer,
  OfflineRecognizerConfig,
  OfflineRecognizerResult,
  OfflineStream,
} from 'sherpa-onnx-node'
import pLimit from 'p-limit'
import { collectGarbage } from '../../../models/collect-garbage.ts'
import { ModelError } from '../../../models/pulled/model-error.ts'
import { loadSherpa } from '../../../models/sherpa.ts'

interface Loaded {
  readonly config: string
  readonly recogniser: OfflineRecognizer
}

/**
 * The library is told some things only when it loads a model, such as the language of SenseVoice. A run that needs others than the runs before
 * it waits for their end, and has the model loaded again, so that it is in memory once.
 */
export class LoadedModel {
  #loaded: Loaded | null = null
  /** Also keeps their streams, to which the library holds a plain pointer. */
  readonly #runs = new Map<OfflineStream, Promise<unknown>>()
  /** Runs start in their order. */
  readonly #turn = pLimit(1)

  /**
   * Runs the model in a thread of the library.
   * @param streamOf - gives the audio
   * @throws {ModelError} when the library cannot load the model
   */
  async run(
    config: OfflineRecognizerConfig,
    streamOf: (recogniser: OfflineRecognizer) => OfflineStream,
  ): Promise<OfflineRecognizerResult> {
    const { run } = await this.#turn(async () => {
      const recogniser = await this.#load(config)
      const stream = streamOf(recogniser)
      const decoding = recogniser.decodeAsync(stream).finally(() => this.#runs.delete(stream))
      this.#runs.set(stream, decoding)
      // In an object, as a promise would be waited for.
      return { run: decoding }
    })
    return run
  }

  /** @throws {ModelError} when the library cannot load the model */
  async load(config: OfflineRecognizerConfig): Promise<void> {
    await this.#turn(() => this.#load(config))
  }

  /** Frees the model, after the runs in progress. */
  async close(): Promise<void> {
    await this.#turn(() => this.#unload())
  }

  /** Loads the model, unless it is. */
  async #load(config: OfflineRecognizerConfig): Promise<OfflineRecognizer> {
    const key = JSON.stringify(config)
    if (this.#loaded?.config === key) return this.#loaded.recogniser
    await this.#unload()
    const { OfflineRecognizer: Recogniser } = await loadSherpa()
    const recogniser = await Recogniser.createAsync(config).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new ModelError(`sherpa-onnx cannot load its files: ${why}`, { cause })
    })
    this.#loaded = { config: key, recogniser }
    return recogniser
  }

  async #unload(): Promise<void> {
    if (this.#loaded === null) return
    await Promise.allSettled(this.#runs.values())
    this.#loaded = null
    await collectGarbage()
  }
}
