/** How likely it is that someone speaks, by Silero VAD v6: 0.005 of real time, 0.003 where many listen at once. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import * as ort from 'onnxruntime-node'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { type BundledFile, readBundledFile } from '../../models/bundled-files.ts'
import { createSession } from '../../models/onnx-session.ts'

const MODEL: BundledFile = {
  package: '@ricky0123/vad-web',
  file: 'dist/silero_vad_v6.onnx',
  sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
}

/** Samples that are judged at a time: 32 ms. */
export const FRAME_SAMPLES = 512

/** Samples of the frame before that the model hears again (the reference implementation's context). */
const CONTEXT_SAMPLES = 64

const HEARD_SAMPLES = CONTEXT_SAMPLES + FRAME_SAMPLES

/** Numbers in each of the two layers of the model's memory. */
const STATE_SIZE = 128

const RATE = new ort.Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), [])

/**
 * Frames without a sign of speech, 8 s, after which the model starts afresh. Its memory of a long stretch of music makes
 * it deaf: without this, speech after 22 s of an intro was noticed 1.4 s late. Shorter, and it hears speech in music.
 */
const FORGET_AFTER = 250

/**
 * Frames that are judged in one run of the model, which takes 160 µs for 1, 113 each for 2, 66 each for 8 and 63 each for
 * 16 or more.
 */
const MAX_BATCH = 16

/** No sample of such a frame goes beyond two steps of 16 bits: nobody speaks, and the model need not be asked. */
const SILENT = 2.5 / 32_768

/** Below this probability there is no speech: the lower threshold of Silero's own get_speech_timestamps. */
export const NO_SPEECH = 0.35

interface VoiceActivityOptions {
  /** Milliseconds that a frame waits for those of other channels to be judged with, when the model is at rest. */
  patience?: number
}

/** A frame that waits for its turn. */
interface Waiting {
  readonly listener: VoiceActivityStream
  readonly resolve: (probability: number) => void
  readonly reject: (error: unknown) => void
}

/** Judges frames of several channels in one run. */
export class VoiceActivityModel {
  readonly #session: ort.InferenceSession
  readonly #patience: number
  #waiting: Waiting[] = []
  #running = false

  private constructor(session: ort.InferenceSession, { patience = 0 }: VoiceActivityOptions) {
    this.#session = session
    this.#patience = patience
  }

  static async load(options: VoiceActivityOptions = {}): Promise<VoiceActivityModel> {
    // Frames are too small to be shared by threads: two take twice the time of one.
    const session = await createSession(await readBundledFile(MODEL), {
      reuseMemory: true,
      threads: 1,
    })
    return new VoiceActivityModel(session, options)
  }

  /** Listens to one channel from its beginning. */
  listen(): VoiceActivityStream {
    return new VoiceActivityStream((listener) => this.#judge(listener))
  }

  close(): Promise<void> {
    return this.#session.release()
  }

  async #judge(listener: VoiceActivityStream): Promise<number> {
    const judged = new Promise<number>((resolve, reject) => this.#waiting.push({ listener, resolve, reject }))
    if (!this.#running) void this.#judgeAll()
    return judged
  }

  async #judgeAll(): Promise<void> {
    this.#running = true
    if (this.#patience > 0) await setTimeout(this.#patience)
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, MAX_BATCH)
      try {
        const probabilities = await this.#run(some.map(({ listener }) => listener))
        some.forEach(({ resolve }, i) => resolve(probabilities[i]!))
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
      // Whoever was answered may have its next frame at hand.
      await setImmediate()
    }
    this.#running = false
  }

  /** The probabilities for what each has heard; its memory goes on. */
  async #run(listeners: readonly VoiceActivityStream[]): Promise<number[]> {
    const count = listeners.length
    const heard = new Float32Array(count * HEARD_SAMPLES)
    const state = new Float32Array(2 * count * STATE_SIZE)
    listeners.forEach((listener, i) => {
      heard.set(listener.heard, i * HEARD_SAMPLES)
      for (const layer of [0, 1]) state.set(listener.state[layer]!, (layer * count + i) * STATE_SIZE)
    })
    const { output, stateN } = await this.#session.run({
      input: new ort.Tensor('float32', heard, [count, HEARD_SAMPLES]),
      state: new ort.Tensor('float32', state, [2, count, STATE_SIZE]),
      sr: RATE,
    })
    const states = stateN!.data
    if (!(states instanceof Float32Array)) throw new Error('The voice activity model gave no floats')
    return listeners.map((listener, i) => {
      for (const layer of [0, 1]) {
        const from = (layer * count + i) * STATE_SIZE
        listener.state[layer]!.set(states.subarray(from, from + STATE_SIZE))
      }
      return Number(output!.data[i])
    })
  }
}

/** Judges one channel frame by frame; what it has heard stays with it. */
export class VoiceActivityStream {
  /** The frame, and the end of the one before it. */
  readonly heard = new Float32Array(HEARD_SAMPLES)
  /** The model's memory, in two layers. */
  readonly state: readonly [Float32Array, Float32Array] = [
    new Float32Array(STATE_SIZE),
    new Float32Array(STATE_SIZE),
  ]
  readonly #judge: (listener: VoiceActivityStream) => Promise<number>
  #framesWithoutSpeech = 0

  constructor(judge: (listener: VoiceActivityStream) => Promise<number>) {
    this.#judge = judge
  }

  /**
   * The probability, 0–1, that someone speaks in the next frame.
   * @param frame - {@link FRAME_SAMPLES} samples, the last of a recording may be fewer; one call at a time
   */
  async push(frame: Float32Array): Promise<number> {
    this.heard.copyWithin(0, FRAME_SAMPLES)
    this.heard.fill(0, CONTEXT_SAMPLES)
    this.heard.set(frame, CONTEXT_SAMPLES)
    const silent = frame.every((sample) => Math.abs(sample) < SILENT)
    const probability = silent ? 0 : await this.#judge(this)
    this.#framesWithoutSpeech = probability < NO_SPEECH ? this.#framesWithoutSpeech + 1 : 0
    if (this.#framesWithoutSpeech % FORGET_AFTER === FORGET_AFTER - 1)
      for (const layer of this.state) layer.fill(0)
    return probability
  }
}
