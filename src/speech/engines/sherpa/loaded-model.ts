/** A model that the library has loaded into memory. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
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

/** The library's settings for loading a model. */
export interface Setup {
  readonly config: OfflineRecognizerConfig
  /** The content of the file that the library calls `bpeVocab`, which it reads while it loads the model. */
  readonly pieceList?: string
}

interface Loaded {
  readonly setup: Setup
  readonly recogniser: OfflineRecognizer
}

/**
 * Some settings can only be passed to the library when it loads a model, such as the language of SenseVoice, or between
 * runs for all of them, such as the language of Canary. A run with different settings waits for earlier runs to end and
 * reloads the model if necessary, so that the model is in memory only once.
 */
export class LoadedModel {
  readonly #takesNewConfig: boolean
  #loaded: Loaded | null = null
  /** Also keeps their streams alive, to which the library holds a raw pointer. */
  readonly #runs = new Map<OfflineStream, Promise<unknown>>()
  /** Runs start in order. */
  readonly #turn = pLimit(1)

  /** @param takesNewConfig see `SherpaModel` */
  constructor({ takesNewConfig = false }: { readonly takesNewConfig?: boolean }) {
    this.#takesNewConfig = takesNewConfig
  }

  /**
   * Runs the model in a thread of the library.
   * @param streamOf - creates the stream with the audio
   * @throws {ModelError} if the library cannot load the model
   */
  async run(
    setup: Setup,
    streamOf: (recogniser: OfflineRecognizer) => OfflineStream,
  ): Promise<OfflineRecognizerResult> {
    const { run } = await this.#turn(async () => {
      const recogniser = await this.#load(setup)
      const stream = streamOf(recogniser)
      const decoding = recogniser.decodeAsync(stream).finally(() => this.#runs.delete(stream))
      this.#runs.set(stream, decoding)
      // Wrapped in an object, because an async function would wait for a returned promise.
      return { run: decoding }
    })
    return run
  }

  /** @throws {ModelError} if the library cannot load the model */
  async load(setup: Setup): Promise<void> {
    await this.#turn(() => this.#load(setup))
  }

  /** Frees the model after the runs in progress. */
  async close(): Promise<void> {
    await this.#turn(() => this.#unload())
  }

  /** Loads the model unless it is loaded. */
  async #load(setup: Setup): Promise<OfflineRecognizer> {
    if (isDeepStrictEqual(this.#loaded?.setup, setup)) return this.#loaded!.recogniser
    if (this.#loaded !== null && this.#takesNewConfig) {
      const { recogniser } = this.#loaded
      await this.#idle()
      recogniser.setConfig(setup.config)
      this.#loaded = { setup, recogniser }
      return recogniser
    }
    await this.#unload()
    const recogniser = await recogniserOf(setup).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw cause instanceof ModelError
        ? cause
        : new ModelError(`sherpa-onnx cannot load its files: ${why}`, { cause })
    })
    this.#loaded = { setup, recogniser }
    return recogniser
  }

  async #unload(): Promise<void> {
    if (this.#loaded === null) return
    await this.#idle()
    this.#loaded = null
    await collectGarbage()
  }

  async #idle(): Promise<void> {
    await Promise.allSettled(this.#runs.values())
  }
}

async function recogniserOf({ config, pieceList }: Setup): Promise<OfflineRecognizer> {
  const { OfflineRecognizer: Recogniser } = await loadSherpa()
  if (pieceList === undefined) return Recogniser.createAsync(config)
  const folder = await mkdtemp(path.join(tmpdir(), 'scriptorium-pieces-'))
  try {
    const bpeVocab = path.join(folder, 'bpe.vocab')
    await writeFile(bpeVocab, pieceList)
    return await Recogniser.createAsync({ ...config, modelConfig: { ...config.modelConfig, bpeVocab } })
  } finally {
    await rm(folder, { recursive: true })
  }
}
