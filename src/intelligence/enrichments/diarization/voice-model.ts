/**
 * What a voice sounds like, as a vector: a Kaldi x-vector network trained on telephone calls, see README.txt beside its
 * weights. 0.006 of real time.
 */
import * as ort from 'onnxruntime-node'
import { readModelFile } from '../../../models/bundled-files.ts'
import { createSession } from '../../../models/onnx-session.ts'
import { CEPSTRA, cepstraGraph } from './cepstra-graph.ts'
import { type KaldiMatrix, readMatrix, readNetwork, readTextVector } from './kaldi-files.ts'
import { normalised, type Voice } from './vectors.ts'
import { frameGraph, matrixOf, vectorOf } from './x-vector-graph.ts'

/** Frames of a recording from `start` up to `end`. */
export interface FrameRange {
  readonly start: number
  readonly end: number
}

/** The layer after the statistics; what it gives is the voice. */
const EMBEDDING_LAYER = 'tdnn6.affine'

/** Kaldi's floor for variances is of no use to floats of 32 bits. */
const LEAST_VARIANCE = 1e-8

export class VoiceModel {
  readonly #cepstra: ort.InferenceSession
  readonly #frames: ort.InferenceSession
  readonly #context: number
  readonly #embedding: { weights: KaldiMatrix; bias: Float32Array }
  readonly #whitening: { mean: Float32Array; transform: KaldiMatrix }

  private constructor(
    cepstra: ort.InferenceSession,
    frames: ort.InferenceSession,
    context: number,
    embedding: { weights: KaldiMatrix; bias: Float32Array },
    whitening: { mean: Float32Array; transform: KaldiMatrix },
  ) {
    this.#cepstra = cepstra
    this.#frames = frames
    this.#context = context
    this.#embedding = embedding
    this.#whitening = whitening
  }

  static async load(): Promise<VoiceModel> {
    const network = readNetwork(await readModelFile('voice-network'))
    const { model, inputs, context } = frameGraph(network)
    const embedding = network.components.get(EMBEDDING_LAYER)
    if (embedding === undefined || inputs !== CEPSTRA)
      throw new Error('The voice model is not one for these cepstra')
    const options = { reuseMemory: false, threads: 1 }
    return new VoiceModel(
      await createSession(cepstraGraph(), options),
      await createSession(model, options),
      context,
      { weights: matrixOf(embedding, 'LinearParams'), bias: vectorOf(embedding, 'BiasParams') },
      {
        mean: readTextVector(await readModelFile('voice-mean')),
        transform: readMatrix(await readModelFile('voice-whitening')),
      },
    )
  }

  /**
   * @param samples mono, 16 kHz, −1 … 1, at least as long as a frame
   * @returns the cepstra, number by number: all first ones, one per frame, then all second ones …
   */
  async cepstra(samples: Float32Array): Promise<Float32Array> {
    return run(this.#cepstra, { samples: new ort.Tensor('float32', samples, [1, 1, samples.length]) })
  }

  /**
   * The voices in some parts of a stretch of speech.
   * @param cepstra as {@link cepstra} gives them, without their mean
   */
  async voices(cepstra: Float32Array, parts: readonly FrameRange[]): Promise<Voice[]> {
    const count = cepstra.length / CEPSTRA
    const padded = repeatedAtEnds(cepstra, count, this.#context / 2)
    const frames = new ort.Tensor('float32', padded, [1, CEPSTRA, count + this.#context])
    const answers = await run(this.#frames, { frames })
    return parts.map((part) => this.#voice(statistics(answers, count, part)))
  }

  async close(): Promise<void> {
    await Promise.all([this.#cepstra.release(), this.#frames.release()])
  }

  #voice(pooled: Float32Array): Voice {
    const { weights, bias } = this.#embedding
    const { mean, transform } = this.#whitening
    const embedding = multiplied(weights, pooled)
    return normalised(
      multiplied(
        transform,
        embedding.map((value, i) => value + bias[i]! - mean[i]!),
      ),
    )
  }
}

async function run(session: ort.InferenceSession, feeds: Record<string, ort.Tensor>): Promise<Float32Array> {
  const [answer] = Object.values(await session.run(feeds))
  if (!(answer?.data instanceof Float32Array)) throw new Error('The voice model gave no floats')
  return answer.data
}

/** Rows of `count` numbers, with the first and the last of each repeated: the context that the ends lack. */
function repeatedAtEnds(rows: Float32Array, count: number, times: number): Float32Array {
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

/** The mean of each row over a part of its frames; behind them, the standard deviations. */
function statistics(rows: Float32Array, count: number, { start, end }: FrameRange): Float32Array {
  const size = rows.length / count
  const pooled = new Float32Array(2 * size)
  for (let row = 0; row < size; row++) {
    let sum = 0
    let squares = 0
    for (let i = row * count + start; i < row * count + end; i++) {
      const value = rows[i]!
      sum += value
      squares += value * value
    }
    const mean = sum / (end - start)
    pooled[row] = mean
    pooled[size + row] = Math.sqrt(Math.max(LEAST_VARIANCE, squares / (end - start) - mean * mean))
  }
  return pooled
}

function multiplied({ rows, columns, data }: KaldiMatrix, vector: Float32Array): Float32Array {
  const product = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let i = 0; i < columns; i++) sum += data[row * columns + i]! * vector[i]!
    product[row] = sum
  }
  return product
}
