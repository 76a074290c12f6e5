/**
 * Turns voices into vectors (speaker embeddings) with a Kaldi x-vector network trained on telephone calls; see the
 * README.md beside its weights. Takes 0.006 of real time.
 */
import * as ort from 'onnxruntime-node'
import { readBundledFile } from '../../models/bundled-files.ts'
import { createSession } from '../../models/onnx-session.ts'
import { CEPSTRA, CONTEXT } from './frames.ts'
import { unit } from '../../models/vectors.ts'

const PACKAGE = 'speaker-model'
export const SPEAKER_MODEL = {
  cepstra: {
    package: PACKAGE,
    file: 'cepstra.onnx',
    sha256: '28be0a8cab582bcb8ba156df7492b3f663ca55a70e1a8fdaa99002a336b63a73',
  },
  frames: {
    package: PACKAGE,
    file: 'frames.onnx',
    sha256: '18b9df74feeca34cb2c0b932c8ac4cef313b45891d0051cb6705b1f74eb8feb2',
  },
  embedding: {
    package: PACKAGE,
    file: 'embedding.onnx',
    sha256: 'e7e7e9e14aaf486e1017915bb3ab5611e48940361e031fb541a4b1c501213667',
  },
}

/** Kaldi's own floor for variances, 1e-10, is below the precision of 32-bit floats. */
const MIN_VARIANCE = 1e-8

/** Frames of a recording; `end` is exclusive. */
export interface FrameRange {
  readonly start: number
  readonly end: number
}

/** A vector of length 1. The similarity of voices is their cosine: 1 for equal voices, about 0 for unrelated ones. */
export type Voice = Float32Array

export class SpeakerModel {
  readonly #cepstra: ort.InferenceSession
  readonly #frames: ort.InferenceSession
  readonly #embedding: ort.InferenceSession

  private constructor(
    cepstra: ort.InferenceSession,
    frames: ort.InferenceSession,
    embedding: ort.InferenceSession,
  ) {
    this.#cepstra = cepstra
    this.#frames = frames
    this.#embedding = embedding
  }

  /** @throws Error if a file of the model is missing or altered */
  static async load(): Promise<SpeakerModel> {
    const options = { reuseMemory: false, threads: 1 }
    return new SpeakerModel(
      await createSession(await readBundledFile(SPEAKER_MODEL.cepstra), options),
      await createSession(await readBundledFile(SPEAKER_MODEL.frames), options),
      await createSession(await readBundledFile(SPEAKER_MODEL.embedding), options),
    )
  }

  /**
   * @param samples mono, 16 kHz, −1 … 1, at least one frame
   * @returns {@link CEPSTRA} rows, each with one number per frame
   */
  async cepstra(samples: Float32Array): Promise<Float32Array> {
    return run(this.#cepstra, { samples: new ort.Tensor('float32', samples, [1, 1, samples.length]) })
  }

  /**
   * The voice in each of several parts of a speech span.
   * @param cepstra of the whole span, as returned by {@link cepstra}, with the running mean subtracted
   */
  async voices(cepstra: Float32Array, parts: readonly FrameRange[]): Promise<Voice[]> {
    const count = cepstra.length / CEPSTRA
    const padded = repeatEnds(cepstra, count, CONTEXT / 2)
    const frames = await run(this.#frames, {
      cepstra: new ort.Tensor('float32', padded, [1, CEPSTRA, count + CONTEXT]),
    })
    const size = (2 * frames.length) / count
    const statistics = new Float32Array(parts.length * size)
    for (const [i, part] of parts.entries()) statistics.set(statisticsOf(frames, count, part), i * size)
    const embeddings = await run(this.#embedding, {
      statistics: new ort.Tensor('float32', statistics, [parts.length, size]),
    })
    const length = embeddings.length / parts.length
    return parts.map((_, i) => unit(embeddings.subarray(i * length, (i + 1) * length)))
  }

  async close(): Promise<void> {
    await Promise.all([this.#cepstra.release(), this.#frames.release(), this.#embedding.release()])
  }
}

async function run(session: ort.InferenceSession, feeds: Record<string, ort.Tensor>): Promise<Float32Array> {
  const [output] = Object.values(await session.run(feeds))
  if (!(output?.data instanceof Float32Array)) throw new Error('The speaker model did not return floats')
  return output.data
}

/** Repeats the first and last number of each row of `count` numbers, in place of the context that is missing at the ends. */
function repeatEnds(rows: Float32Array, count: number, times: number): Float32Array {
  const length = count + 2 * times
  const padded = new Float32Array((rows.length / count) * length)
  for (let row = 0; row * count < rows.length; row++) {
    const from = row * count
    const to = row * length
    padded.fill(rows[from]!, to, to + times)
    padded.set(rows.subarray(from, from + count), to + times)
    padded.fill(rows[from + count - 1]!, to + times + count, to + length)
  }
  return padded
}

/** The mean of each row over a range of frames, followed by the standard deviations. */
function statisticsOf(rows: Float32Array, count: number, { start, end }: FrameRange): Float32Array {
  const size = rows.length / count
  const statistics = new Float32Array(2 * size)
  for (let row = 0; row < size; row++) {
    let sum = 0
    let squares = 0
    for (let i = row * count + start; i < row * count + end; i++) {
      const value = rows[i]!
      sum += value
      squares += value * value
    }
    const mean = sum / (end - start)
    statistics[row] = mean
    statistics[size + row] = Math.sqrt(Math.max(MIN_VARIANCE, squares / (end - start) - mean * mean))
  }
  return statistics
}
