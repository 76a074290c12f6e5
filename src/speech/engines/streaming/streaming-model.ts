/** A streaming model in memory, and the streams that it decodes. */
import { readFile } from 'node:fs/promises'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { DescriptionFor } from '../../../models/pulled/model-description.ts'
import { ModelError } from '../../../models/pulled/model-error.ts'
import type { PulledModel } from '../../../models/pulled/pulled-model.ts'
import { loadSherpa, type Sherpa } from '../../../models/sherpa.ts'
import { requireFamily } from '../../../models/pulled/model-family.ts'
import { isSpecial } from '../sherpa/words-of-tokens.ts'
import { isByteLevel } from './byte-level-tokens.ts'
import { STREAMING_FAMILIES } from './streaming-family.ts'

type OnlineRecognizer = InstanceType<Sherpa['OnlineRecognizer']>
type OnlineStream = ReturnType<OnlineRecognizer['createStream']>

/** A token that was heard in a stream. */
export interface HeardToken {
  /** With the space before it; a byte that is only part of a character is written as `<0xE4>`. */
  readonly text: string
  /** When the model wrote it, in seconds from the start of the stream. */
  readonly time: number
  /** 0–1; 1 if the model returns none. */
  readonly probability: number
}

/**
 * Silence appended to hear a stream to its end, in samples, because models write a token shortly after it was spoken. The
 * library's own programs append as much.
 */
const TAIL = 0.3 * SAMPLE_RATE

/** The resolution at which window sizes are measured: the distance between two frames of features. */
const FRAME = SAMPLE_RATE / 100

/** A model that needs more audio than this before it decodes anything is broken. */
const MAX_WINDOW = 10 * SAMPLE_RATE

/** How much a model decodes at a time, in samples. */
interface Windows {
  /** The audio needed for the first decoding. */
  readonly first: number
  /** The audio needed for each further decoding. */
  readonly shift: number
}

export class StreamingModel {
  readonly #recognizer: OnlineRecognizer
  readonly #timeScale: number
  readonly #windows: Windows

  private constructor(recognizer: OnlineRecognizer, timeScale: number) {
    this.#recognizer = recognizer
    this.#timeScale = timeScale
    this.#windows = windowsOf(recognizer)
  }

  /**
   * Loads a model in this thread, and decodes about a second of silence with it.
   * @throws {ModelError} if a file is damaged, the tokens are byte-level BPE, no family loads the model, or the library
   *   is missing. If the library rejects the model, it may end the process instead.
   */
  static async load(model: PulledModel<DescriptionFor<'live-recognition'>>): Promise<StreamingModel> {
    const { files, config, timeScale = 1 } = requireFamily(model.description, STREAMING_FAMILIES)
    const paths: Record<string, string> = {}
    for (const name of files) paths[name] = await model.path(name)
    if (isByteLevel(await readFile(paths['tokens']!, 'utf8')))
      throw new ModelError(
        'its tokens are an alphabet for bytes (byte-level BPE), which live sessions cannot read',
      )
    const { OnlineRecognizer } = await loadSherpa()
    // One thread, because the library's threads spin while they wait. All streams with enough audio are decoded in one
    // run.
    const modelConfig = { numThreads: 1, tokens: paths['tokens']!, ...config(paths) }
    return new StreamingModel(new OnlineRecognizer({ modelConfig }), timeScale)
  }

  /** @param language - the spoken language, for models that must be told */
  open(language: string): ModelStream {
    const stream = this.#recognizer.createStream()
    stream.setOption('language', language)
    return new ModelStream(stream, this.#windows)
  }

  /** Decodes a window of each stream that has one. @returns true if any stream had one */
  decodeNext(streams: readonly ModelStream[]): boolean {
    const ready = streams.map(({ stream }) => stream).filter((stream) => this.#recognizer.isReady(stream))
    if (ready.length > 0) this.#recognizer.decodeStreams(ready)
    return ready.length > 0
  }

  isReady({ stream }: ModelStream): boolean {
    return this.#recognizer.isReady(stream)
  }

  /** All text tokens of a stream so far, ordered by time. */
  tokensOf({ stream }: ModelStream): HeardToken[] {
    const { tokens, timestamps, ys_probs: probabilities } = this.#recognizer.getResult(stream)
    return tokens
      .map((text, i) => ({
        text,
        time: timestamps[i]! * this.#timeScale,
        probability: Math.exp(probabilities[i] ?? 0),
      }))
      .filter(({ text }) => !isSpecial(text))
  }
}

/** A continuous piece of audio. */
export class ModelStream {
  readonly stream: OnlineStream
  readonly #windows: Windows
  #samples = 0

  constructor(stream: OnlineStream, windows: Windows) {
    this.stream = stream
    this.#windows = windows
  }

  /** @param samples - mono, 16 kHz, −1 … 1 */
  push(samples: Float32Array): void {
    this.stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
    this.#samples += samples.length
  }

  /**
   * Appends as much silence as needed to decode all audio so far; more audio may follow.
   * @returns the samples added
   */
  pad(): number {
    const { first, shift } = this.#windows
    const decodings = Math.ceil((this.#samples + TAIL) / shift)
    const silence = first + (decodings - 1) * shift - this.#samples
    this.push(new Float32Array(silence))
    return silence
  }
}

/** Measures the windows, because the library does not report them. */
function windowsOf(recognizer: OnlineRecognizer): Windows {
  const stream = recognizer.createStream()
  const silence = { samples: new Float32Array(FRAME), sampleRate: SAMPLE_RATE }
  const untilReady = () => {
    let samples = 0
    while (!recognizer.isReady(stream)) {
      if (samples > MAX_WINDOW) throw new Error('the model decodes nothing')
      stream.acceptWaveform(silence)
      samples += FRAME
    }
    recognizer.decode(stream)
    return samples
  }
  return { first: untilReady(), shift: untilReady() }
}
