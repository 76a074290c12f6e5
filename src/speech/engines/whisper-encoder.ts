/** Whisper's encoder: turns samples into the states that its decoder attends to. */
import type { WhisperFeatureExtractor } from '@huggingface/transformers'
import * as ort from 'onnxruntime-node'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { constantAsInput, dropOutputs, floatConstant } from '../../models/onnx-graph.ts'
import { createSession, type Device } from '../../models/onnx-session.ts'

/** The constant with the positions of the encoder's frames, in models exported for transformers.js. */
const POSITIONS = 'embed_positions.weight'

/**
 * Live sessions encode this many seconds if the samples and a second of silence fit into them: a segment of 3 s then
 * takes 0.45 s of processor time instead of 0.8 s. For five sentences of FLEURS in as many languages, each cut in six
 * ways, 24.5 % of the words are wrong, compared with 24.7 % with 30 s. With 10 s, live sessions have 31 % instead of 29
 * %. Files keep 30 s: in 303 s of German, 25.3 % would be wrong instead of 24.3 %.
 */
const SHORT_WINDOW = 15

/** The size of the encoder's states in Whisper base, the only model for which a short window was measured. */
const BASE_SIZE = 512

export class WhisperEncoder {
  readonly #session: ort.InferenceSession
  readonly #features: WhisperFeatureExtractor
  /**
   * The positions, passed as an input for each frame of a window; undefined for models without a short window, in which
   * they are a constant.
   */
  readonly #positions: Float32Array | undefined
  /** Encoded segments: a segment whose language was identified is recognised later. */
  readonly #encoded = new WeakMap<Float32Array, ort.Tensor>()

  private constructor(
    session: ort.InferenceSession,
    features: WhisperFeatureExtractor,
    positions: Float32Array | undefined,
  ) {
    this.#session = session
    this.#features = features
    this.#positions = positions
  }

  /** @param model - the bytes of an ONNX model */
  static async load(
    model: Buffer,
    features: WhisperFeatureExtractor,
    device: Device,
  ): Promise<WhisperEncoder> {
    // Self-attention is not used. As an output, it takes 430 MB until the end of a run.
    const encoder = dropOutputs(model, (name) => name.includes('attentions'))
    const positions = floatConstant(encoder, POSITIONS)
    const options = { reuseMemory: false, device }
    if (positions?.length !== (features.config.nb_max_frames / 2) * BASE_SIZE)
      return new WhisperEncoder(await createSession(encoder, options), features, undefined)
    const session = await createSession(constantAsInput(encoder, POSITIONS), options)
    return new WhisperEncoder(session, features, positions)
  }

  /**
   * @param samples - mono, 16 kHz, −1 … 1, at most 30 s
   * @param isLive - see `RecogniseOptions` in `engine.ts`
   */
  async encode(samples: Float32Array, isLive = false): Promise<ort.Tensor> {
    const known = this.#encoded.get(samples)
    if (known !== undefined) return known
    const positions = this.#positions
    const isShort = isLive && positions !== undefined && samples.length <= (SHORT_WINDOW - 1) * SAMPLE_RATE
    const input = await spectrogram(
      samples,
      this.#features,
      isShort ? SHORT_WINDOW : this.#features.config.chunk_length,
    )
    const feeds: Record<string, ort.Tensor> = { input_features: input }
    if (positions !== undefined) {
      const frames = input.dims[2]! / 2
      const own = positions.subarray(0, frames * BASE_SIZE)
      feeds[POSITIONS] = new ort.Tensor('float32', own, [frames, BASE_SIZE])
    }
    const { last_hidden_state: states } = await this.#session.run(feeds)
    this.#encoded.set(samples, states!)
    return states!
  }

  close(): Promise<void> {
    return this.#session.release()
  }
}

/**
 * The spectrogram of the samples, padded with silence to a length in seconds. Only one frame of the silence is computed
 * and then repeated: computing 30 s takes 0.2 s.
 */
async function spectrogram(
  samples: Float32Array,
  features: WhisperFeatureExtractor,
  seconds: number,
): Promise<ort.Tensor> {
  const { hop_length: hop, n_fft: window, sampling_rate: rate } = features.config
  const most = seconds * rate
  const frames = most / hop
  // The last frame, which covers `window` samples around its centre, contains none of the samples.
  const length = Math.min(most, hop * Math.ceil((samples.length + window / 2 + hop) / hop))
  const { input_features: computed } = await features(samples, { max_length: length })
  const [, bands, count] = computed.dims as [number, number, number]
  const padded = new Float32Array(bands * frames)
  for (let band = 0; band < bands; band++) {
    const row = computed.data.subarray(band * count, (band + 1) * count)
    padded.fill(row.at(-1), band * frames, (band + 1) * frames).set(row, band * frames)
  }
  return new ort.Tensor('float32', padded, [1, bands, frames])
}
