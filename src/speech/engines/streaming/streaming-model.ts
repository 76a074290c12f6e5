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

/** A token of a stream. */
export interface HeardToken {
  /** With the space before it; a byte that is not a character is `<0xE4>`. */
  readonly text: string
  /** When the model wrote it: seconds from the start of the stream. */
  readonly time: number
  /** 0–1; 1 where the model gives none. */
  readonly probability: number
}

/**
 * Silence after the last sample, when a stream is heard to its end, in samples: models write a token a little after it was spoken. The
 * programs of the library take as much.
 */
const TAIL = 0.3 * SAMPLE_RATE

/** How finely the sizes of windows are found out: the distance of two frames of features. */
const FRAME = SAMPLE_RATE / 100

/** A model that takes more audio than this before it decodes anything is broken. */
const MAX_WINDOW = 10 * SAMPLE_RATE

/** What a model decodes at a time, in samples. */
interface Windows {
  /** What has to be there before the first decoding, … */
  readonly first: number
  /** … and from then on, until the next one. */
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
   * Loads a model in this thread, and decodes a second of silence or so with it.
   * @throws {ModelError} when a file is damaged, its tokens are those of byte-level BPE, no family loads the model, or the library is missing. Of a model that the library does
   *   not accept, an error ends the process.
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
    // One thread: the library's wait for work by spinning. All streams that have enough audio are decoded in one run.
    const modelConfig = { numThreads: 1, tokens: paths['tokens']!, ...config(paths) }
    return new StreamingModel(new OnlineRecognizer({ modelConfig }), timeScale)
  }

  /** @param language - that is spoken, for models that are told */
  open(language: string): ModelStream {
    const stream = this.#recognizer.createStream()
    stream.setOption('language', language)
    return new ModelStream(stream, this.#windows)
  }

  /** Decodes a window of each of the streams that have one. @returns whether any has */
  decodeNext(streams: readonly ModelStream[]): boolean {
    const ready = streams.map(({ stream }) => stream).filter((stream) => this.#recognizer.isReady(stream))
    if (ready.length > 0) this.#recognizer.decodeStreams(ready)
    return ready.length > 0
  }

  isReady({ stream }: ModelStream): boolean {
    return this.#recognizer.isReady(stream)
  }

  /** All tokens of a stream so far that are text, in order of their times. */
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

/** Audio that is heard in one go. */
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
   * Adds as much silence as it takes until all audio is decoded; more audio may follow.
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

/** The library does not tell. */
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
