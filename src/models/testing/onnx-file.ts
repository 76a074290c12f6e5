/** Makes small ONNX models for tests (onnx.proto, version 1, operators of version 11). */
import { message, varint } from '../onnx-graph.ts'

type Type = 'float' | 'int64'
const TYPES = { float: 1, int64: 7 } as const

/** A table of numbers, row by row. */
export interface Table {
  readonly name: string
  readonly rows: readonly (readonly number[])[]
}

interface Node {
  readonly type: string
  readonly inputs: readonly string[]
  readonly output: string
  /** By name; an array is a list of integers. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
}

interface Value {
  readonly name: string
  readonly type: Type
  /** Names for the sizes that depend on the input, numbers for the others. */
  readonly shape: readonly (string | number)[]
}

export interface Graph {
  readonly inputs: readonly Value[]
  readonly outputs: readonly Value[]
  readonly tables: readonly Table[]
  readonly nodes: readonly Node[]
}

/** The file of a model. */
export function onnxFile({ inputs, outputs, tables, nodes }: Graph): Buffer {
  const graph = [
    ...nodes.flatMap((node) => message(1, nodeParts(node))),
    ...text(2, 'graph'),
    ...tables.flatMap((table) => message(5, tableParts(table))),
    ...inputs.flatMap((value) => message(11, valueParts(value))),
    ...outputs.flatMap((value) => message(12, valueParts(value))),
  ]
  const operators = message(8, [...text(1, ''), ...integer(2, 11)])
  return Buffer.concat([...integer(1, 6), ...message(7, graph), ...operators])
}

function nodeParts({ type, inputs, output, attributes = {} }: Node): Buffer[] {
  const all = Object.entries(attributes).flatMap(([name, value]) => message(5, attributeParts(name, value)))
  return [...inputs.flatMap((name) => text(1, name)), ...text(2, output), ...text(4, type), ...all]
}

function attributeParts(name: string, value: number | readonly number[]): Buffer[] {
  return typeof value === 'number'
    ? [...text(1, name), ...integer(3, value), ...integer(20, 2)]
    : [...text(1, name), ...value.flatMap((one) => integer(8, one)), ...integer(20, 7)]
}

function tableParts({ name, rows }: Table): Buffer[] {
  const sizes = [rows.length, rows[0]?.length ?? 0]
  const data = Buffer.from(Float32Array.from(rows.flat()).buffer)
  return [
    ...sizes.flatMap((size) => integer(1, size)),
    ...integer(2, TYPES.float),
    ...text(8, name),
    ...message(9, [data]),
  ]
}

function valueParts({ name, type, shape }: Value): Buffer[] {
  const sizes = shape.flatMap((size) =>
    message(1, typeof size === 'number' ? integer(1, size) : text(2, size)),
  )
  const tensor = message(1, [...integer(1, TYPES[type]), ...message(2, sizes)])
  return [...text(1, name), ...message(2, tensor)]
}

const text = (number: number, value: string) => message(number, [Buffer.from(value)])
const integer = (number: number, value: number) => [varint(number * 8), varint(value)]
