/**
 * Edits ONNX models before they are loaded: changes which values they output, and reads their constants. The model is
 * protobuf (onnx.proto), parsed only as deeply as needed; unchanged parts are passed through without a copy.
 */

// Field numbers of onnx.proto.
const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const GRAPH_CONSTANT = 5
const GRAPH_INPUT = 11
const GRAPH_OUTPUT = 12
const GRAPH_VALUE_INFO = 13
const NODE_OUTPUT = 2
const NODE_TYPE = 4
const NODE_ATTRIBUTE = 5
const ATTRIBUTE_NAME = 1
const ATTRIBUTE_TENSOR = 5
const ATTRIBUTE_GRAPH = 6
const TENSOR_TYPE = 2
const TENSOR_NAME = 8
const TENSOR_DATA = 9
const VALUE_NAME = 1
const VALUE_TYPE = 2

/** The type of float32 tensors. */
const FLOAT = 1

const LENGTH_DELIMITED = 2

interface Field {
  number: number
  /** The payload of a length-delimited field (a message or a string); empty for numeric fields. */
  value: Buffer
  /** The original field, including its key. */
  raw: Buffer
}

/** Returns the model without the outputs of its main graph that `drop` selects. */
export function dropOutputs(model: Buffer, drop: (name: string) => boolean): Buffer {
  return editGraph(model, (graph) =>
    graph.flatMap((field) => (field.number === GRAPH_OUTPUT && drop(nameOf(field.value)) ? [] : [field.raw])),
  )
}

/**
 * Returns the model with additional outputs: values that both branches of its `If` nodes compute.
 * @param inner - the name of the value inside the branches, of type float, by the name of the new output
 */
export function exposeBranchValues(model: Buffer, inner: ReadonlyMap<string, string>): Buffer {
  const branch = (attribute: Field) => {
    const parts = fields(attribute.value).flatMap((field) =>
      field.number === ATTRIBUTE_GRAPH
        ? message(ATTRIBUTE_GRAPH, [field.value, ...floatValues(GRAPH_OUTPUT, inner.values())])
        : [field.raw],
    )
    return message(NODE_ATTRIBUTE, parts)
  }
  const node = (field: Field) => {
    const parts = fields(field.value)
    if (!parts.some((part) => part.number === NODE_TYPE && part.value.toString() === 'If')) return [field.raw]
    return message(GRAPH_NODE, [
      ...parts.flatMap((part) => (part.number === NODE_ATTRIBUTE ? branch(part) : [part.raw])),
      ...[...inner.keys()].flatMap((name) => message(NODE_OUTPUT, [Buffer.from(name)])),
    ])
  }
  return editGraph(model, (graph) => [
    ...graph.flatMap((field) => (field.number === GRAPH_NODE ? node(field) : [field.raw])),
    ...floatValues(GRAPH_OUTPUT, inner.keys()),
  ])
}

/** The float32 constant with this name in a model's main graph. */
export function floatConstant(model: Buffer, name: string): Float32Array | undefined {
  return floatsByName(inside(model, MODEL_GRAPH, GRAPH_CONSTANT).filter((own) => isNamed(own, name))).get(
    name,
  )
}

/**
 * Returns the model with a float32 constant of its main graph turned into an input of any shape. Drops the shapes of
 * other values, which may depend on it.
 */
export function constantAsInput(model: Buffer, name: string): Buffer {
  return editGraph(model, (graph) => [
    ...graph.flatMap(({ number, value, raw }) => {
      const isConstant = number === GRAPH_CONSTANT && isNamed(value, name)
      return isConstant || number === GRAPH_VALUE_INFO ? [] : [raw]
    }),
    ...floatValues(GRAPH_INPUT, [name]),
  ])
}

/**
 * The float32 constants in one branch of the `If` nodes of a model's main graph, by tensor name.
 * @param branch - `then_branch` or `else_branch`
 */
export function branchConstants(model: Buffer, branch: string): Map<string, Float32Array> {
  const tensors = inside(model, MODEL_GRAPH, GRAPH_NODE, NODE_ATTRIBUTE)
    .filter((attribute) => inside(attribute, ATTRIBUTE_NAME)[0]?.toString() === branch)
    .flatMap((attribute) => inside(attribute, ATTRIBUTE_GRAPH, GRAPH_NODE, NODE_ATTRIBUTE, ATTRIBUTE_TENSOR))
  return floatsByName(tensors)
}

function isNamed(tensor: Buffer, name: string): boolean {
  return inside(tensor, TENSOR_NAME)[0]?.toString() === name
}

/** The data of the tensors that are float32 and stored as bytes, by name. */
function floatsByName(tensors: readonly Buffer[]): Map<string, Float32Array> {
  const found = new Map<string, Float32Array>()
  for (const tensor of tensors) {
    const isFloat = fields(tensor).some(({ number, raw }) => number === TENSOR_TYPE && raw.at(-1) === FLOAT)
    const [name] = inside(tensor, TENSOR_NAME)
    const [data] = inside(tensor, TENSOR_DATA)
    // A copy, because the data may not be aligned.
    if (isFloat && name !== undefined && data !== undefined)
      found.set(name.toString(), new Float32Array(Uint8Array.from(data).buffer))
  }
  return found
}

/** The payloads of the fields at a path of field numbers. */
function inside(bytes: Buffer, ...[number, ...deeper]: number[]): Buffer[] {
  const values = fields(bytes).flatMap((field) => (field.number === number ? [field.value] : []))
  return deeper.length === 0 ? values : values.flatMap((value) => inside(value, ...deeper))
}

function editGraph(model: Buffer, edit: (graph: Field[]) => Buffer[]): Buffer {
  return Buffer.concat(
    fields(model).flatMap((field) =>
      field.number === MODEL_GRAPH ? message(MODEL_GRAPH, edit(fields(field.value))) : [field.raw],
    ),
  )
}

function nameOf(valueInfo: Buffer): string {
  return (
    fields(valueInfo)
      .find((field) => field.number === VALUE_NAME)
      ?.value.toString() ?? ''
  )
}

/** Inputs or outputs of a graph, each a ValueInfoProto with a name and the type "tensor of float". */
function floatValues(field: typeof GRAPH_INPUT | typeof GRAPH_OUTPUT, names: Iterable<string>): Buffer[] {
  const tensorOfFloat = message(VALUE_TYPE, message(1, [Buffer.from([0x08, FLOAT])]))
  return [...names].flatMap((name) =>
    message(field, [...message(VALUE_NAME, [Buffer.from(name)]), ...tensorOfFloat]),
  )
}

/** A length-delimited field. */
export function message(number: number, parts: Buffer[]): Buffer[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [varint(number * 8 + LENGTH_DELIMITED), varint(length), ...parts]
}

export function varint(value: number): Buffer {
  const bytes: number[] = []
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
  return Buffer.from([...bytes, value])
}

function fields(bytes: Buffer): Field[] {
  const found: Field[] = []
  let at = 0
  const readVarint = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('Not an ONNX model: it ends inside a field')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const start = at
    const key = readVarint()
    const wireType = key % 8
    let valueStart = at
    if (wireType === LENGTH_DELIMITED) {
      const length = readVarint()
      valueStart = at
      at += length
    } else if (wireType === 0) readVarint()
    else if (wireType === 1) at += 8
    else if (wireType === 5) at += 4
    else throw new Error(`Not an ONNX model: wire type ${wireType}`)
    const value = wireType === LENGTH_DELIMITED ? bytes.subarray(valueStart, at) : Buffer.alloc(0)
    found.push({ number: Math.floor(key / 8), value, raw: bytes.subarray(start, at) })
  }
  return found
}
