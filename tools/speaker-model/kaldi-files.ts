/**
 * Reads Kaldi's files: a neural network in the binary nnet3 format, a binary matrix and a vector as text, all of
 * little-endian 32-bit floats, as `nnet-nnet.cc`, `kaldi-matrix.cc` and `kaldi-vector.cc` write them.
 */

/** A matrix, row by row. */
export interface KaldiMatrix {
  readonly rows: number
  readonly columns: number
  readonly data: Float32Array
}

/** A layer: its type, such as `BatchNormComponent`, and its parameters and weights by name. */
export interface KaldiComponent {
  readonly type: string
  readonly values: ReadonlyMap<string, KaldiMatrix | Float32Array | number | boolean>
}

/** One step of a network: a component and its input. */
interface KaldiNode {
  readonly component: string
  /** An expression such as `Append(Offset(input, -2), input)`. */
  readonly input: string
}

export interface KaldiNetwork {
  /** Each comes after those it depends on. */
  readonly nodes: readonly KaldiNode[]
  readonly components: ReadonlyMap<string, KaldiComponent>
}

/** @throws Error when the bytes are not a Kaldi network */
export function readNetwork(bytes: Buffer): KaldiNetwork {
  const componentsAt = bytes.indexOf('<NumComponents>')
  if (componentsAt < 0) throw new Error('Not a Kaldi network: there are no components')
  const config = bytes.toString('latin1', 0, componentsAt)
  const nodes = [...config.matchAll(/^component-node name=\S+ component=(\S+) input=(.+)$/gm)].map(
    ([, component = '', input = '']) => ({ component, input: input.trim() }),
  )
  const reader = new Reader(bytes, componentsAt)
  reader.token()
  reader.value()
  const components = new Map<string, KaldiComponent>()
  while (reader.token() === '<ComponentName>') {
    const name = reader.token()
    components.set(name, { type: reader.token().slice(1, -1), values: readValues(reader) })
  }
  return { nodes, components }
}

/** The named values up to the end tag of a component, such as `</BatchNormComponent>`. */
function readValues(reader: Reader): KaldiComponent['values'] {
  const values = new Map<string, KaldiMatrix | Float32Array | number | boolean>()
  for (let name = reader.token(); !name.startsWith('</'); name = reader.token())
    values.set(name.slice(1, -1), reader.value())
  return values
}

/** @throws Error when the bytes are not a binary matrix of floats */
export function readMatrix(bytes: Buffer): KaldiMatrix {
  const value = new Reader(bytes, BINARY_MARK.length).value()
  if (typeof value !== 'object' || value instanceof Float32Array)
    throw new Error('Not a Kaldi matrix of floats')
  return value
}

/** A vector as text: `[ 1.5 2 ]`. */
export function readTextVector(bytes: Buffer): Float32Array {
  return Float32Array.from(bytes.toString('latin1').match(/[^\s[\]]+/g) ?? [], Number)
}

const BINARY_MARK = '\0B'

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** The next token, up to a blank. Empty at the end of the file. */
  token(): string {
    while (this.#bytes[this.#at] === BLANK || this.#bytes[this.#at] === NEWLINE) this.#at++
    const end = this.#bytes.indexOf(BLANK, this.#at)
    const token = this.#bytes.toString('latin1', this.#at, end < 0 ? this.#bytes.length : end)
    this.#at += token.length + 1
    return token
  }

  /** The format does not distinguish integers from floats; all are read as floats, the only ones used. */
  value(): KaldiMatrix | Float32Array | number | boolean {
    const mark = this.#bytes.toString('latin1', this.#at, this.#at + MARK_BYTES)
    if (mark === 'FM ') return this.#matrix()
    if (mark === 'FV ') return this.#vector()
    const kind = this.#bytes[this.#at++]
    if (kind === 4) return this.#bytes.readFloatLE(this.#skip(4))
    if (kind === 8) return this.#bytes.readDoubleLE(this.#skip(8))
    if (mark[0] === 'T' || mark[0] === 'F') return mark[0] === 'T'
    throw new Error(`Not a Kaldi file: byte ${kind} at ${this.#at - 1}`)
  }

  #matrix(): KaldiMatrix {
    this.#skip(MARK_BYTES)
    const rows = this.#size()
    const columns = this.#size()
    return { rows, columns, data: this.#floats(rows * columns) }
  }

  #vector(): Float32Array {
    this.#skip(MARK_BYTES)
    return this.#floats(this.#size())
  }

  /** A 32-bit count, after one byte for its size. */
  #size(): number {
    this.#skip(1)
    return this.#bytes.readInt32LE(this.#skip(4))
  }

  #floats(count: number): Float32Array {
    const from = this.#skip(count * 4)
    return Float32Array.from({ length: count }, (_, i) => this.#bytes.readFloatLE(from + i * 4))
  }

  /** Moves past some bytes. @returns the offset of the first */
  #skip(bytes: number): number {
    this.#at += bytes
    return this.#at - bytes
  }
}

/** `FM `, `FV `. */
const MARK_BYTES = 3
const BLANK = 32
const NEWLINE = 10
