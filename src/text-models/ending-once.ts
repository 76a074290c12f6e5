import { LogitsProcessor, type Tensor } from '@huggingface/transformers'

/**
 * Ends each text of a batch where the model ends it: transformers.js 4.3.1 generates until all texts of a batch end with the
 * same token, and keeps what it generated after the end of the shorter ones.
 */
export class EndingOnce extends LogitsProcessor {
  readonly #ends: readonly number[]

  /** @param ends - the tokens that end a text */
  constructor(ends: readonly number[]) {
    super()
    this.#ends = ends
  }

  /** Leaves only the end to a text that has ended. Some models begin with the same token. */
  override _call(inputs: bigint[][], logits: Tensor): Tensor {
    const scores = logits.data as Float32Array
    const width = scores.length / inputs.length
    for (const [row, tokens] of inputs.entries()) {
      const last = Number(tokens.at(-1))
      if (tokens.length === 1 || !this.#ends.includes(last)) continue
      scores.fill(-Infinity, row * width, (row + 1) * width)
      scores[row * width + last] = 0
    }
    return logits
  }
}
