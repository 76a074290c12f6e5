/** Writes ONNX models (onnx.proto). */
import { message, varint } from './onnx-graph.ts'

/** Float32, or int64 if the values are bigints. */
interface Weights {
  readonly shape: readonly number[]
  readonly values: Float32Array | BigInt64Array
  /** The external file that contains exactly these values; if omitted, they are stored in the model. */
  readonly file?: string
}

/** An operator of the standard (opset {@link OPSET}) with its attributes; '' stands for an omitted input. */
export interface Operator {
  readonly type: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
}

/** A tensor that is an input or output of a model; named dimensions may have any size. */
interface Port {
  readonly name: string
  readonly type: 'float32' | 'int32' | 'int64' | 'bool'
  readonly shape: readonly (number | string)[]
}

interface ModelParts {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly weights: Readonly<Record<string, Weights>>
  /** Each comes after the operators whose outputs it takes. */
  readonly operators: readonly Operator[]
  /** Metadata for programs that run the model. */
  readonly metadata?: Readonly<Record<string, string | number>>
}

const OPSET = 16
const IR_VERSION = 8
const TYPES = { float32: 1, int32: 6, int64: 7, bool: 9 } as const
const ATTRIBUTE_INT = 2
const ATTRIBUTE_INTS = 7

/** The bytes of a model. */
export function onnxModel({ inputs, outputs, weights, operators, metadata = {} }: ModelParts): Buffer {
  const graph = [
    ...operators.flatMap((operator) => message(1, operatorParts(operator))),
    ...text(2, 'graph'),
    ...Object.entries(weights).flatMap(([name, own]) => message(5, weightParts(name, own))),
    ...inputs.flatMap((port) => message(11, portParts(port))),
    ...outputs.flatMap((port) => message(12, portParts(port))),
  ]
  return Buffer.concat([
    ...integer(1, IR_VERSION),
    ...message(7, graph),
    ...message(8, integer(2, OPSET)),
    ...Object.entries(metadata).flatMap(([key, value]) =>
      message(14, [...text(1, key), ...text(2, String(value))]),
    ),
  ])
}

function operatorParts({ type, inputs, outputs, attributes = {} }: Operator): Buffer[] {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, type),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      message(5, [
        ...text(1, name),
        ...(typeof value === 'number'
          ? [...integer(3, value), ...integer(20, ATTRIBUTE_INT)]
          : [...value.flatMap((one) => integer(8, one)), ...integer(20, ATTRIBUTE_INTS)]),
      ]),
    ),
  ]
}

function weightParts(name: string, { shape, values, file }: Weights): Buffer[] {
  const type = values instanceof Float32Array ? TYPES.float32 : TYPES.int64
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  return [
    ...shape.flatMap((size) => integer(1, size)),
    ...integer(2, type),
    ...text(8, name),
    ...(file === undefined
      ? message(9, [bytes])
      : [...message(13, [...text(1, 'location'), ...text(2, file)]), ...integer(14, 1)]),
  ]
}

function portParts({ name, type, shape }: Port): Buffer[] {
  const dimensions = shape.flatMap((size) =>
    message(1, typeof size === 'number' ? integer(1, size) : text(2, size)),
  )
  const tensor = [...integer(1, TYPES[type]), ...message(2, dimensions)]
  return [...text(1, name), ...message(2, message(1, tensor))]
}

/** A field with a non-negative number. */
function integer(number: number, value: number): Buffer[] {
  return [varint(number * 8), varint(value)]
}

function text(number: number, value: string): Buffer[] {
  return message(number, [Buffer.from(value)])
}
