/**
 * Greedy decoding with the merged ONNX decoders of encoder–decoder speech models (Moonshine, Whisper): one graph for
 * the first step and for the cached ones, its keys and values going round outside of it.
 */
import * as ort from 'onnxruntime-node'
import { isLooping } from './repetition-guard.ts'

/** A head of the decoder's cross-attention. */
export type AttentionHead = readonly [layer: number, head: number]

export interface DecodedSequence {
  /** What comes after the prompt, known tokens included, without the end token. */
  tokens: number[]
  /** The probability the model gave each token. */
  probabilities: number[]
  /** For each token, and for the end: where the decoder looked, one row over the encoder's frames for each head. */
  attention: Float32Array[][]
  /** Whether the model came to its end by itself; otherwise it fell into a loop, or went on and on. */
  ended: boolean
}

interface DecodingOptions {
  /** Tokens the decoder starts from; at least one. */
  prompt: readonly number[]
  /** Tokens that come next whatever the model thinks: it takes all of them in one step, and goes on behind them. */
  known?: readonly number[]
  /** Stops at the next token; the decoding rejects with its reason. */
  signal?: AbortSignal | undefined
  endToken: number
  /** Known ones included. */
  maxTokens: number
  /** Tokens that are never chosen. */
  suppress?: readonly number[]
  /** Tokens that are not chosen first. */
  suppressFirst?: readonly number[]
}

type Tensors = Record<string, ort.Tensor>

export class SequenceDecoder {
  readonly #session: ort.InferenceSession
  readonly #heads: readonly AttentionHead[]
  /** The names of the attention outputs, and of the keys and values that go round, with their shape when empty. */
  readonly #attentionNames: string[]
  readonly #caches: { name: string; empty: number[] }[]

  /**
   * @param session - a decoder with inputs `past_key_values.*` and outputs `present.*`, `cross_attentions.<layer>`
   * @param heads - the heads that follow the speech, for word times
   * @throws Error when it does not give the attention of these heads
   */
  constructor(session: ort.InferenceSession, heads: readonly AttentionHead[]) {
    this.#session = session
    this.#heads = heads
    this.#attentionNames = [...new Set(heads.map(([layer]) => attentionName(layer)))]
    const missing = this.#attentionNames.filter((name) => !session.outputNames.includes(name))
    if (missing.length > 0) throw new Error(`The decoder was exported without ${missing.join(', ')}`)
    this.#caches = session.inputMetadata
      .filter(({ name }) => name.startsWith('past_key_values.'))
      .map((input) => ({ name: input.name, empty: emptyShape(input) }))
  }

  /** The scores of every token right after a prompt. */
  async scores(encoded: ort.Tensor, prompt: readonly number[]): Promise<Float32Array> {
    return rowOf(await this.#run(encoded, prompt, this.#emptyCaches(), ['logits']), -1)
  }

  async decode(encoded: ort.Tensor, options: DecodingOptions): Promise<DecodedSequence> {
    const { prompt, known = [], signal, endToken, maxTokens, suppress = [], suppressFirst = [] } = options
    const sequence: DecodedSequence = { tokens: [...known], probabilities: [], attention: [], ended: false }
    const { tokens, probabilities, attention } = sequence
    let input: readonly number[] = [...prompt, ...known]
    let caches = this.#emptyCaches()
    for (let first = true; tokens.length < maxTokens; first = false) {
      signal?.throwIfAborted()
      // Only what changes is fetched: the encoder's keys and values (37 MB at Whisper base) come out once.
      const changed = this.#caches.filter(({ name }) => first || name.includes('.decoder.'))
      const fetches = ['logits', ...this.#attentionNames, ...changed.map(({ name }) => presentName(name))]
      const outputs = await this.#run(encoded, input, caches, fetches)
      caches = {
        ...caches,
        ...Object.fromEntries(changed.map(({ name }) => [name, outputs[presentName(name)]!])),
      }

      // One row for each token of the input: it tells the token after it.
      const rows = first ? known.length + 1 : 1
      for (let row = -rows; row < 0; row++)
        attention.push(
          this.#heads.map(([layer, head]) => attentionRow(outputs[attentionName(layer)]!, head, row)),
        )
      for (let row = -rows; row < -1; row++)
        probabilities.push(probabilityOf(known.at(row + 1)!, rowOf(outputs, row)))
      const scores = rowOf(outputs, -1)
      for (const token of suppress) scores[token] = -Infinity
      if (tokens.length === 0) for (const token of suppressFirst) scores[token] = -Infinity
      const best = indexOfGreatest(scores)
      if (best === endToken) {
        sequence.ended = true
        break
      }
      tokens.push(best)
      probabilities.push(probabilityOf(best, scores))
      if (isLooping(tokens)) break
      input = [best]
    }
    return sequence
  }

  close(): Promise<void> {
    return this.#session.release()
  }

  #emptyCaches(): Tensors {
    return Object.fromEntries(
      this.#caches.map(({ name, empty }) => [name, new ort.Tensor('float32', new Float32Array(0), empty)]),
    )
  }

  #run(encoded: ort.Tensor, input: readonly number[], caches: Tensors, fetches: string[]) {
    const cached = Object.values(caches).some((cache) => cache.size > 0)
    const feeds = {
      ...caches,
      input_ids: new ort.Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
      encoder_hidden_states: encoded,
      use_cache_branch: new ort.Tensor('bool', [cached], [1]),
    }
    return this.#session.run(feeds, fetches)
  }
}

const attentionName = (layer: number) => `cross_attentions.${layer}`
const presentName = (name: string) => name.replace('past_key_values', 'present')

function emptyShape(input: ort.InferenceSession.ValueMetadata): number[] {
  const [, heads, , size] = input.isTensor ? input.shape : []
  if (typeof heads !== 'number' || typeof size !== 'number')
    throw new Error(`${input.name} has no fixed shape`)
  return [1, heads, 0, size]
}

/** @param row - counted from the last, which is -1 */
function rowOf({ logits }: ort.InferenceSession.OnnxValueMapType, row: number): Float32Array {
  const { data, dims } = floats(logits)
  const size = dims.at(-1)!
  const from = data.length + row * size
  return data.slice(from, from + size)
}

/** @param row - counted from the last, which is -1 */
function attentionRow(attention: ort.Tensor, head: number, row: number): Float32Array {
  const { data, dims } = floats(attention)
  const [rows, frames] = [dims.at(-2)!, dims.at(-1)!]
  const from = (head * rows + rows + row) * frames
  return data.slice(from, from + frames)
}

function floats(tensor: ort.OnnxValue | undefined): { data: Float32Array; dims: readonly number[] } {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('The decoder gave no floats')
  return { data: tensor.data, dims: tensor.dims }
}

function indexOfGreatest(scores: Float32Array): number {
  let best = 0
  for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i
  return best
}

/** Softmax, with the greatest score taken off so that nothing overflows. */
function probabilityOf(token: number, scores: Float32Array): number {
  const greatest = scores[indexOfGreatest(scores)]!
  let sum = 0
  for (let i = 0; i < scores.length; i++) sum += Math.exp(scores[i]! - greatest)
  return Math.exp(scores[token]! - greatest) / sum
}
