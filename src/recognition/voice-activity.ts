/** How likely it is that someone speaks, by Silero VAD v6: 0.005 of real time. */
import * as ort from 'onnxruntime-node'
import { SAMPLE_RATE } from '../audio/recording.ts'
import { readModelFile } from './model-files.ts'
import { createSession } from './onnx-session.ts'

/** Samples that are judged at a time: 32 ms. */
export const FRAME_SAMPLES = 512

/** Samples of the frame before that the model hears again (the reference implementation's context). */
const CONTEXT_SAMPLES = 64

/**
 * Frames without a sign of speech, 8 s, after which the model starts afresh. Its memory of a long stretch of music makes
 * it deaf: without this, speech after 22 s of an intro was noticed 1.4 s late. Shorter, and it hears speech in music.
 */
const FORGET_AFTER = 250

/** Below this probability there is no speech: the lower threshold of Silero's own get_speech_timestamps. */
export const NO_SPEECH = 0.35

export class VoiceActivityModel {
  readonly #session: ort.InferenceSession

  private constructor(session: ort.InferenceSession) {
    this.#session = session
  }

  static async load(): Promise<VoiceActivityModel> {
    return new VoiceActivityModel(
      await createSession(await readModelFile('voice-activity'), { reuseMemory: true }),
    )
  }

  /** Listens to one channel from its beginning. */
  listen(): VoiceActivityListener {
    return new VoiceActivityListener(this.#session)
  }

  close(): Promise<void> {
    return this.#session.release()
  }
}

/** Judges one channel frame by frame; what it has heard stays with it. */
export class VoiceActivityListener {
  readonly #session: ort.InferenceSession
  readonly #heard = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES)
  readonly #rate = new ort.Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), [])
  #state = emptyState()
  #framesWithoutSpeech = 0

  constructor(session: ort.InferenceSession) {
    this.#session = session
  }

  /**
   * The probability, 0–1, that someone speaks in the next frame.
   * @param frame - {@link FRAME_SAMPLES} samples, the last of a recording may be fewer; one call at a time
   */
  async push(frame: Float32Array): Promise<number> {
    this.#heard.copyWithin(0, FRAME_SAMPLES)
    this.#heard.fill(0, CONTEXT_SAMPLES)
    this.#heard.set(frame, CONTEXT_SAMPLES)
    const { output, stateN } = await this.#session.run({
      input: new ort.Tensor('float32', this.#heard, [1, this.#heard.length]),
      state: this.#state,
      sr: this.#rate,
    })
    const probability = Number(output!.data[0])
    this.#framesWithoutSpeech = probability < NO_SPEECH ? this.#framesWithoutSpeech + 1 : 0
    this.#state = this.#framesWithoutSpeech % FORGET_AFTER === FORGET_AFTER - 1 ? emptyState() : stateN!
    return probability
  }
}

function emptyState(): ort.Tensor {
  return new ort.Tensor('float32', new Float32Array(2 * 128), [2, 1, 128])
}
