/**
 * Greedy decoding with the merged ONNX decoders of encoder–decoder speech models (Moonshine, Whisper). One graph serves
 * both the first step and the cached steps; the keys and values that one step outputs are inputs of the next.
 */
import * as ort from 'onnxruntime-node'
import { markAtEnd, nextToken, probabilityOf, type Punctuation } from './punctuation.ts'
import { isLooping } from './repetition-guard.ts'
import type { DecodedSequence } from './spoken-words.ts'

/** A head of the decoder's cross-attention. */
export type AttentionHead = readonly [layer: number, head: number]

interface DecodingOptions {
  /** The tokens from which the decoder starts; at least one. */
  prompt: readonly number[]
  /** Tokens that follow the prompt, passed in the first step; the model continues after them. */
  known?: readonly number[]
  /** Aborts before the next token; decoding then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  endToken: number
  /** Including known tokens. */
  maxTokens: number
  /** Tokens that are never chosen. */
  suppress?: readonly number[]
  /** Tokens that are never chosen as the first. */
  suppressFirst?: readonly number[]
  /** Decides which marks are written; the probabilities remain those of the model. */
  punctuation?: Punctuation | undefined
}

type Tensors = Record<string, ort.Tensor>

export class SequenceDecoder {
  readonly #session: ort.InferenceSession
  readonly #heads: readonly AttentionHead[]
  readonly #attentionNames: string[]
  /** The inputs for cached keys and values, with their shapes when empty. */
  readonly #caches: { name: string; empty: number[] }[]

  /**
   * @param session - a decoder with inputs `past_key_values.*` and outputs `present.*`, `cross_attentions.<layer>`
   * @param heads - the heads that follow the speech, used for word times
   * @throws Error if it does not output the attention of these heads
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

  /** The score of every token as the one that follows a prompt. */
  async scores(encoded: ort.Tensor, prompt: readonly number[]): Promise<Float32Array> {
    return rowOf(await this.#run(encoded, prompt, this.#emptyCaches(), ['logits']), -1)
  }

  async decode(encoded: ort.Tensor, options: DecodingOptions): Promise<DecodedSequence> {
    const {
      prompt,
      known = [],
      signal,
      endToken,
      maxTokens,
      suppress = [],
      suppressFirst = [],
      punctuation,
    } = options
    const sequence: DecodedSequence = { tokens: [...known], probabilities: [], attention: [], ended: false }
    const { tokens, probabilities, attention } = sequence
    let input: readonly number[] = [...prompt, ...known]
    let caches = this.#emptyCaches()
    /** The scores from which the last token was chosen. */
    let before: Float32Array | undefined
    for (let first = true; tokens.length < maxTokens; first = false) {
      signal?.throwIfAborted()
      // Fetches only what changes: the encoder's keys and values (37 MB in Whisper base) are fetched once.
      const changed = this.#caches.filter(({ name }) => first || name.includes('.decoder.'))
      const fetches = ['logits', ...this.#attentionNames, ...changed.map(({ name }) => presentName(name))]
      const outputs = await this.#run(encoded, input, caches, fetches)
      caches = {
        ...caches,
        ...Object.fromEntries(changed.map(({ name }) => [name, outputs[presentName(name)]!])),
      }

      // There is one row per input token, which predicts the next token.
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
      const best = nextToken(scores, tokens.at(-1), punctuation)
      if (best === endToken) {
        sequence.ended = true
        if (before && punctuation)
          rewriteLast(sequence, markAtEnd(tokens.at(-1)!, before, endToken, punctuation), endToken, before)
        break
      }
      tokens.push(best)
      probabilities.push(probabilityOf(best, scores))
      before = scores
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

/** @param scores - those from which the last token was chosen */
function rewriteLast(
  { tokens, probabilities, attention }: DecodedSequence,
  token: number,
  endToken: number,
  scores: Float32Array,
): void {
  tokens.pop()
  probabilities.pop()
  if (token === endToken) attention.pop()
  else {
    tokens.push(token)
    probabilities.push(probabilityOf(token, scores))
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

/** A view of one row of the outputs. @param row - counted from the end: the last is -1 */
function rowOf({ logits }: ort.InferenceSession.OnnxValueMapType, row: number): Float32Array {
  const { data, dims } = floats(logits)
  const size = dims.at(-1)!
  const from = data.length + row * size
  return data.subarray(from, from + size)
}

/** @param row - counted from the end: the last is -1 */
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
