/** Writes small ONNX models (protobuf, onnx.proto). */
import { message, varint } from '../../src/models/onnx-graph.ts'

// Field numbers of onnx.proto.
const MODEL = { irVersion: 1, graph: 7, opset: 8 }
const OPSET_VERSION = 2
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 }
const NODE = { input: 1, output: 2, type: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, float: 2, int: 3, ints: 8, type: 20 }
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 }
const VALUE = { name: 1, type: 2 }

// Supported by ONNX Runtime since 1.8.
const IR_VERSION = 7
const OPSET = 13

// Numbers of AttributeProto.AttributeType and TensorProto.DataType.
const FLOAT_ATTRIBUTE = 1
const INT_ATTRIBUTE = 2
const INTS_ATTRIBUTE = 7
const FLOATS = 1
const INT64S = 7

/** The value of an attribute: a float (number), an integer (bigint) or a list of integers. */
type Attribute = number | bigint | readonly number[]
type Attributes = Readonly<Record<string, Attribute>>

/** Collects the nodes of a graph in the order of computation. Values are referred to by name. */
export class OnnxWriter {
  readonly #parts: Buffer[] = []
  #names = 0

  /** Adds an operation. @returns the name of its one output */
  node(type: string, inputs: readonly string[], attributes: Attributes = {}): string {
    const output = this.#newName()
    this.#parts.push(
      ...message(GRAPH.node, [
        ...inputs.flatMap((input) => text(NODE.input, input)),
        ...text(NODE.output, output),
        ...text(NODE.type, type),
        ...Object.entries(attributes).flatMap(([name, value]) =>
          message(NODE.attribute, [...text(ATTRIBUTE.name, name), ...attribute(value)]),
        ),
      ]),
    )
    return output
  }

  /** Adds a constant tensor of floats. @returns its name */
  floats(dims: readonly number[], data: Float32Array): string {
    return this.#constant(dims, FLOATS, bytesOf(data))
  }

  /** Adds a constant list of integers. @returns its name */
  integers(values: readonly number[]): string {
    return this.#constant([values.length], INT64S, bytesOf(BigInt64Array.from(values, BigInt)))
  }

  /**
   * The model.
   * @param input the name and the dimensions of its one input, of floats; a named dimension may have any size
   * @param output the name of the value that it computes
   */
  model(input: { name: string; dims: readonly (number | string)[] }, output: string): Buffer {
    const dims = input.dims.flatMap((dim) =>
      message(1, typeof dim === 'string' ? text(2, dim) : integer(1, dim)),
    )
    const tensor = (shape: Buffer[]) => message(VALUE.type, message(1, [...integer(1, FLOATS), ...shape]))
    return Buffer.concat([
      ...integer(MODEL.irVersion, IR_VERSION),
      ...message(MODEL.graph, [
        ...this.#parts,
        ...text(GRAPH.name, 'graph'),
        ...message(GRAPH.input, [...text(VALUE.name, input.name), ...tensor(message(2, dims))]),
        ...message(GRAPH.output, [...text(VALUE.name, output), ...tensor([])]),
      ]),
      ...message(MODEL.opset, integer(OPSET_VERSION, OPSET)),
    ])
  }

  #constant(dims: readonly number[], dataType: number, data: Buffer): string {
    const name = this.#newName()
    this.#parts.push(
      ...message(GRAPH.initializer, [
        ...dims.flatMap((dim) => integer(TENSOR.dims, dim)),
        ...integer(TENSOR.dataType, dataType),
        ...text(TENSOR.name, name),
        ...message(TENSOR.rawData, [data]),
      ]),
    )
    return name
  }

  #newName(): string {
    return `v${this.#names++}`
  }
}

function attribute(value: Attribute): Buffer[] {
  if (typeof value === 'bigint')
    return [...integer(ATTRIBUTE.type, INT_ATTRIBUTE), ...integer(ATTRIBUTE.int, Number(value))]
  if (typeof value === 'object')
    return [
      ...integer(ATTRIBUTE.type, INTS_ATTRIBUTE),
      ...value.flatMap((one) => integer(ATTRIBUTE.ints, one)),
    ]
  return [
    ...integer(ATTRIBUTE.type, FLOAT_ATTRIBUTE),
    varint(ATTRIBUTE.float * 8 + FIXED_32),
    bytesOf(Float32Array.of(value)),
  ]
}

const FIXED_32 = 5

function integer(number: number, value: number): Buffer[] {
  return [varint(number * 8), varint(value)]
}

function text(number: number, value: string): Buffer[] {
  return message(number, [Buffer.from(value)])
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | BigInt64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
