/** Parts of made models. */
import type { Operator } from '../../../models/onnx-model.ts'

/** The files of a model, by the names that its engine family gives them. */
export type ModelFiles<Name extends string = string> = Readonly<Record<Name, Buffer>>

export function matrix(rows: readonly (readonly number[])[]) {
  return { shape: [rows.length, rows[0]?.length ?? 0], values: Float32Array.from(rows.flat()) }
}

export function column(values: readonly number[]) {
  return { shape: [values.length, 1], values: Float32Array.from(values) }
}

export function row(values: readonly number[]) {
  return { shape: [values.length], values: Float32Array.from(values) }
}

export const integer = (value: number) => ({ shape: [1], values: BigInt64Array.of(BigInt(value)) })

/** Takes the maximum of every `factor` frames, in [batch, bins, frames]. */
export function subsample(input: string, output: string, factor: number): Operator {
  return {
    type: 'MaxPool',
    inputs: [input],
    outputs: [output],
    attributes: { kernel_shape: [factor], strides: [factor], ceil_mode: 1 },
  }
}

export function transpose(input: string, output: string): Operator {
  return { type: 'Transpose', inputs: [input], outputs: [output], attributes: { perm: [0, 2, 1] } }
}

/** `tokens.txt`: each token with its number. */
export function tokensFile(tokens: readonly string[]): Buffer {
  return Buffer.from(tokens.map((token, id) => `${token} ${id}\n`).join(''))
}
