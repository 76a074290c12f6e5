/** Recognition with a model that the sherpa-onnx library runs. */
import type { OfflineRecognizer, OfflineRecognizerResult, OfflineStream } from 'sherpa-onnx-node'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Word } from '../../../contract/transcript.ts'
import { unlessAborted } from '../../../platform/process/unless-aborted.ts'
import type { Engine, LoadContext, RecogniseOptions, VocabularyWord } from '../engine.ts'
import { recogniseAfterKnown } from '../repetition-guard.ts'
import { LoadedModel, type Setup } from './loaded-model.ts'

/** A segment to recognise. */
export interface Spoken extends Pick<RecogniseOptions, 'prompt' | 'signal'> {
  /** Mono, 16 kHz, −1 … 1. */
  readonly samples: Float32Array
  readonly language: LanguageCode
  /** See `RecogniseOptions`. */
  readonly vocabulary: readonly VocabularyWord[]
}

/** A model in the library's terms. */
export interface SherpaModel {
  /** The settings for loading the model to recognise this speech. The engine adds the number of threads. */
  readonly setup: (spoken: Spoken) => Setup
  /** The hot words of the stream; '' for none. Omitted for models for which the library accepts none. */
  readonly hotWords?: (spoken: Spoken) => string
  /** Options that the library takes per stream. */
  readonly streamOptions?: (spoken: Spoken) => Readonly<Record<string, string>>
  /** Whether the library accepts another configuration without reloading the model. Default: false. */
  readonly takesNewConfig?: boolean
  /**
   * The longest speech that the model recognises at once, in seconds; longer speech is split. Default: the length of a
   * segment.
   */
  readonly maxSeconds?: number
  /** Returns the words of a result, or null if the model did not stop. */
  readonly words: (
    result: OfflineRecognizerResult,
    spoken: Spoken,
    context: LoadContext,
  ) => Word[] | Promise<Word[] | null>
}

/**
 * Concurrent segments. Each occupies one of the four threads of libuv's pool, which leaves one for files. On two cores,
 * two concurrent segments with one thread each take 10.3 s of processor time; one after the other with two threads each,
 * which wait for each other, they take 15 s.
 */
const CONCURRENCY = Math.min(3, availableParallelism())

/** Threads per segment. */
const THREADS = 1

export class SherpaEngine implements Engine {
  readonly concurrency = CONCURRENCY
  readonly #model: SherpaModel
  readonly #context: LoadContext
  readonly #loaded: LoadedModel
  /** Aborted recognitions continue in the background and keep their places, because the library cannot interrupt them. */
  readonly #places = pLimit(CONCURRENCY)

  private constructor(model: SherpaModel, context: LoadContext) {
    this.#model = model
    this.#context = context
    this.#loaded = new LoadedModel(model)
  }

  /**
   * @throws {ModelError} if the library cannot load the model; for some errors, the library prints to stderr and ends the
   *   process instead
   */
  static async load(model: SherpaModel, context: LoadContext): Promise<SherpaEngine> {
    const engine = new SherpaEngine(model, context)
    const nothing = { samples: new Float32Array(), language: 'en', vocabulary: [] } as const
    await engine.#loaded.load(engine.#setupFor(nothing))
    return engine
  }

  async recognise(
    samples: Float32Array,
    language: LanguageCode,
    options: RecogniseOptions = {},
  ): Promise<Word[]> {
    const maxSamples = SAMPLE_RATE * (this.#model.maxSeconds ?? Infinity)
    // The library cannot continue after known words; null makes the samples after them a segment of its own.
    return recogniseAfterKnown(samples, options, async (part, { known, prompt, vocabulary = [], signal }) =>
      known === undefined && part.length <= maxSamples
        ? this.#words({ samples: part, language, prompt, vocabulary, signal })
        : null,
    )
  }

  async close(): Promise<void> {
    await this.#loaded.close()
  }

  async #words(spoken: Spoken): Promise<Word[] | null> {
    const result = await unlessAborted(spoken.signal, () => this.#places(() => this.#run(spoken)))
    return this.#model.words(result, spoken, this.#context)
  }

  async #run(spoken: Spoken): Promise<OfflineRecognizerResult> {
    spoken.signal?.throwIfAborted()
    return this.#loaded.run(this.#setupFor(spoken), (recogniser) => this.#streamOf(recogniser, spoken))
  }

  #setupFor(spoken: Spoken): Setup {
    const { config, ...others } = this.#model.setup(spoken)
    return { ...others, config: { ...config, modelConfig: { ...config.modelConfig, numThreads: THREADS } } }
  }

  #streamOf(recogniser: OfflineRecognizer, spoken: Spoken): OfflineStream {
    const hotWords = this.#model.hotWords?.(spoken) ?? ''
    const stream = hotWords === '' ? recogniser.createStream() : recogniser.createStream(hotWords)
    for (const [key, value] of Object.entries(this.#model.streamOptions?.(spoken) ?? {}))
      stream.setOption(key, value)
    stream.acceptWaveform({ samples: spoken.samples, sampleRate: SAMPLE_RATE })
    return stream
  }
}
