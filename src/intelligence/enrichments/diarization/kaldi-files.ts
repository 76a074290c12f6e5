/**
 * Reads what Kaldi writes: a neural network in its binary nnet3 format, and the vectors and matrices beside it. The
 * formats are those of `nnet-nnet.cc`, `kaldi-vector.cc` and `kaldi-matrix.cc`, for little-endian floats of 32 bits.
 */

/** A matrix, row by row. */
export interface KaldiMatrix {
  readonly rows: number
  readonly columns: number
  readonly data: Float32Array
}

/** A layer: its type, such as `BatchNormComponent`, and its settings and weights by their names in the file. */
export interface KaldiComponent {
  readonly type: string
  readonly values: ReadonlyMap<string, KaldiMatrix | Float32Array | number | boolean>
}

/** One step of a network: a component, and what it is applied to. */
interface KaldiNode {
  readonly component: string
  /** An expression such as `Append(Offset(input, -2), input)`. */
  readonly input: string
}

export interface KaldiNetwork {
  /** In the order of the file, in which each comes after those it reads. */
  readonly nodes: readonly KaldiNode[]
  readonly components: ReadonlyMap<string, KaldiComponent>
}

/** @throws Error when the bytes are no such network */
export function readNetwork(bytes: Buffer): KaldiNetwork {
  const componentsAt = bytes.indexOf('<NumComponents>')
  if (componentsAt < 0) throw new Error('Not a Kaldi network: it has no components')
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
    components.set(name, { type: reader.token().slice(1, -1), values: valuesOf(reader) })
  }
  return { nodes, components }
}

/** The named values up to the end of a component, such as `</BatchNormComponent>`. */
function valuesOf(reader: Reader): KaldiComponent['values'] {
  const values = new Map<string, KaldiMatrix | Float32Array | number | boolean>()
  for (let name = reader.token(); !name.startsWith('</'); name = reader.token())
    values.set(name.slice(1, -1), reader.value())
  return values
}

/** @throws Error when the bytes are no binary matrix of floats */
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

  /** The next word, with the blank that ends it. Empty at the end of the file. */
  token(): string {
    while (this.#bytes[this.#at] === BLANK || this.#bytes[this.#at] === NEWLINE) this.#at++
    const end = this.#bytes.indexOf(BLANK, this.#at)
    const token = this.#bytes.toString('latin1', this.#at, end < 0 ? this.#bytes.length : end)
    this.#at += token.length + 1
    return token
  }

  /** The format does not tell whole numbers from floats, so each is read as a float: nobody here needs the others. */
  value(): KaldiMatrix | Float32Array | number | boolean {
    const mark = this.#bytes.toString('latin1', this.#at, this.#at + MARK_BYTES)
    if (mark === 'FM ') return this.#matrix()
    if (mark === 'FV ') return this.#vector()
    const kind = this.#bytes[this.#at++]
    if (kind === 4) return this.#bytes.readFloatLE(this.#passed(4))
    if (kind === 8) return this.#bytes.readDoubleLE(this.#passed(8))
    if (mark[0] === 'T' || mark[0] === 'F') return mark[0] === 'T'
    throw new Error(`Not a Kaldi file: byte ${kind} at ${this.#at - 1}`)
  }

  #matrix(): KaldiMatrix {
    this.#passed(MARK_BYTES)
    const rows = this.#size()
    const columns = this.#size()
    return { rows, columns, data: this.#floats(rows * columns) }
  }

  #vector(): Float32Array {
    this.#passed(MARK_BYTES)
    return this.#floats(this.#size())
  }

  /** A count: a byte that says how many bytes follow, and those. */
  #size(): number {
    this.#passed(1)
    return this.#bytes.readInt32LE(this.#passed(4))
  }

  #floats(count: number): Float32Array {
    const from = this.#passed(count * 4)
    return Float32Array.from({ length: count }, (_, i) => this.#bytes.readFloatLE(from + i * 4))
  }

  /** Passes over some bytes. @returns where they begin */
  #passed(bytes: number): number {
    this.#at += bytes
    return this.#at - bytes
  }
}

/** `FM `, `FV `. */
const MARK_BYTES = 3
const BLANK = 32
const NEWLINE = 10
