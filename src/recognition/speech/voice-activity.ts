/** The probability of speech, by Silero VAD v6: 0.005 of real time, 0.003 when many streams are judged at once. */
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

/** Samples in a frame: 32 ms. */
export const FRAME_SAMPLES = 512

/** Samples of the frame before that the model is given again (the reference implementation's context). */
const CONTEXT_SAMPLES = 64

const INPUT_SAMPLES = CONTEXT_SAMPLES + FRAME_SAMPLES

/** Numbers in each of the two layers of the model's state. */
const STATE_SIZE = 128

const RATE = new ort.Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), [])

/**
 * Frames without speech, 8 s, after which the state is reset. After long music the model misses speech: without a reset,
 * speech after an intro of 22 s was detected 1.4 s late. With more frequent resets it takes music for speech.
 */
const RESET_AFTER = 250

/** Frames in one run of the model, which takes 160 µs for 1, 113 each for 2, 66 each for 8 and 63 each for 16 or more. */
const MAX_BATCH = 16

/** A frame whose samples stay below this, two steps of 16 bits, is silence; the model is not run for it. */
const SILENT = 2.5 / 32_768

/** Below this probability there is no speech: the lower threshold of Silero's own get_speech_timestamps. */
export const NO_SPEECH = 0.35

interface VoiceActivityOptions {
  /** Milliseconds that a frame waits for frames of other channels, when the model is idle. */
  batchDelay?: number
}

interface PendingFrame {
  readonly stream: VoiceActivityStream
  readonly resolve: (probability: number) => void
  readonly reject: (error: unknown) => void
}

/** Judges the frames of several channels in batches. */
export class VoiceActivityModel {
  readonly #session: ort.InferenceSession
  readonly #batchDelay: number
  #pending: PendingFrame[] = []
  #running = false

  private constructor(session: ort.InferenceSession, { batchDelay = 0 }: VoiceActivityOptions) {
    this.#session = session
    this.#batchDelay = batchDelay
  }

  static async load(options: VoiceActivityOptions = {}): Promise<VoiceActivityModel> {
    // Frames are too small for several threads: two threads take twice the time of one.
    const session = await createSession(await readBundledFile(MODEL), {
      reuseMemory: true,
      threads: 1,
    })
    return new VoiceActivityModel(session, options)
  }

  /** Opens the stream of one channel. */
  open(): VoiceActivityStream {
    return new VoiceActivityStream((stream) => this.#judge(stream))
  }

  close(): Promise<void> {
    return this.#session.release()
  }

  async #judge(stream: VoiceActivityStream): Promise<number> {
    const judged = new Promise<number>((resolve, reject) => this.#pending.push({ stream, resolve, reject }))
    if (!this.#running) void this.#judgeAll()
    return judged
  }

  async #judgeAll(): Promise<void> {
    this.#running = true
    if (this.#batchDelay > 0) await setTimeout(this.#batchDelay)
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, MAX_BATCH)
      try {
        const probabilities = await this.#run(batch.map(({ stream }) => stream))
        batch.forEach(({ resolve }, i) => resolve(probabilities[i]!))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      // Let the streams add their next frames.
      await setImmediate()
    }
    this.#running = false
  }

  /** The probabilities for the inputs of some streams, whose states are updated. */
  async #run(streams: readonly VoiceActivityStream[]): Promise<number[]> {
    const count = streams.length
    const inputs = new Float32Array(count * INPUT_SAMPLES)
    const state = new Float32Array(2 * count * STATE_SIZE)
    streams.forEach((stream, i) => {
      inputs.set(stream.input, i * INPUT_SAMPLES)
      for (const layer of [0, 1]) state.set(stream.state[layer]!, (layer * count + i) * STATE_SIZE)
    })
    const { output, stateN } = await this.#session.run({
      input: new ort.Tensor('float32', inputs, [count, INPUT_SAMPLES]),
      state: new ort.Tensor('float32', state, [2, count, STATE_SIZE]),
      sr: RATE,
    })
    const states = stateN!.data
    if (!(states instanceof Float32Array)) throw new Error('The voice activity model gave no floats')
    return streams.map((stream, i) => {
      for (const layer of [0, 1]) {
        const from = (layer * count + i) * STATE_SIZE
        stream.state[layer]!.set(states.subarray(from, from + STATE_SIZE))
      }
      return Number(output!.data[i])
    })
  }
}

/** One channel, judged frame by frame. */
export class VoiceActivityStream {
  /** The end of the last frame, and the next frame. */
  readonly input = new Float32Array(INPUT_SAMPLES)
  /** The model's state, in two layers. */
  readonly state: readonly [Float32Array, Float32Array] = [
    new Float32Array(STATE_SIZE),
    new Float32Array(STATE_SIZE),
  ]
  readonly #judge: (stream: VoiceActivityStream) => Promise<number>
  #framesWithoutSpeech = 0

  constructor(judge: (stream: VoiceActivityStream) => Promise<number>) {
    this.#judge = judge
  }

  /**
   * The probability of speech in the next frame, 0–1.
   * @param frame - {@link FRAME_SAMPLES} samples, the last of a recording may be fewer; one call at a time
   */
  async push(frame: Float32Array): Promise<number> {
    this.input.copyWithin(0, FRAME_SAMPLES)
    this.input.fill(0, CONTEXT_SAMPLES)
    this.input.set(frame, CONTEXT_SAMPLES)
    const silent = frame.every((sample) => Math.abs(sample) < SILENT)
    const probability = silent ? 0 : await this.#judge(this)
    this.#framesWithoutSpeech = probability < NO_SPEECH ? this.#framesWithoutSpeech + 1 : 0
    if (this.#framesWithoutSpeech % RESET_AFTER === RESET_AFTER - 1)
      for (const layer of this.state) layer.fill(0)
    return probability
  }
}
