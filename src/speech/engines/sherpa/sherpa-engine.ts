/** Recognition by a model that the library sherpa-onnx runs. */
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

/** A segment to be recognised. */
export interface Spoken extends Pick<RecogniseOptions, 'prompt' | 'signal'> {
  /** Mono, 16 kHz, −1 … 1. */
  readonly samples: Float32Array
  readonly language: LanguageCode
  /** See `RecogniseOptions`. */
  readonly vocabulary: readonly VocabularyWord[]
}

/** A model in terms of the library. */
export interface SherpaModel {
  /** What the library loads the model with to recognise some speech. The engine adds the number of threads. */
  readonly setup: (spoken: Spoken) => Setup
  /** Hot words of the stream; '' for none. Default: none, also where the library would not take them. */
  readonly hotWords?: (spoken: Spoken) => string
  /** Options that the library takes for each stream. */
  readonly streamOptions?: (spoken: Spoken) => Readonly<Record<string, string>>
  /** Whether the library takes another configuration without loading the model again. Default: false. */
  readonly takesNewConfig?: boolean
  /** The longest speech that the model recognises at once, in seconds; longer speech is split. Default: as long as segments are. */
  readonly maxSeconds?: number
  /** Gives the words of a result, or null where the model did not come to an end. */
  readonly words: (
    result: OfflineRecognizerResult,
    spoken: Spoken,
    context: LoadContext,
  ) => Word[] | Promise<Word[] | null>
}

/**
 * Segments at a time, each in one of the four threads of libuv's pool, so that one is left for files. On two cores, two segments with one thread
 * each take 10.3 s of processor time, of which one segment after the other with two threads, which wait for each other, takes 15.
 */
const CONCURRENCY = Math.min(3, availableParallelism())

/** Threads of a segment. */
const THREADS = 1

export class SherpaEngine implements Engine {
  readonly concurrency = CONCURRENCY
  readonly #model: SherpaModel
  readonly #context: LoadContext
  readonly #loaded: LoadedModel
  /** Those that were aborted go on in the background, as the library cannot interrupt them: they keep their places. */
  readonly #places = pLimit(CONCURRENCY)

  private constructor(model: SherpaModel, context: LoadContext) {
    this.#model = model
    this.#context = context
    this.#loaded = new LoadedModel(model)
  }

  /** @throws {ModelError} when the library cannot load the model; some errors it reports on stderr, and ends the process */
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
    // The library knows no words that the samples begin with: null makes what follows them a segment of its own.
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
