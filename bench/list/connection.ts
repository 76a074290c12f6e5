/**
 * One HTTP connection that sends one request after another, and checks each response, because an error is often faster
 * than the expected response. Hand-written, because client and server share the machine: the cost of a full HTTP client
 * would hide half of the difference between two servers.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** The expected response. */
export interface Expected {
  readonly status: number
  /** Length of the body. */
  readonly bytes: number
}

export class Connection {
  readonly #socket: Socket
  #answered: (() => void) | null = null
  #expected: Expected = { status: 200, bytes: 0 }
  #failed: ((error: Error) => void) | null = null
  /** Bytes of the response still missing; null until its head is complete. */
  #missing: number | null = null
  #head: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => this.#take(bytes))
    socket.on('error', (error) => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('the server closed the connection')))
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  /**
   * Sends a request made by `requestText`, and resolves once the whole response has arrived.
   * @throws if the response is not as expected
   */
  async send(request: Buffer, expected: Expected): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#expected = expected
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#failed = null
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    if (this.#missing === null) {
      this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
      const end = this.#head.indexOf(END_OF_HEAD)
      if (end === -1) return
      const { status, bytes: length } = answerOf(this.#head.toString('latin1', 0, end))
      if (status !== this.#expected.status || length !== this.#expected.bytes) {
        const { status: wanted, bytes: size } = this.#expected
        this.#failed?.(
          new Error(`answered with ${status} and ${length} bytes instead of ${wanted} and ${size}`),
        )
        return
      }
      this.#missing = length + end + 4 - this.#head.length
      this.#head = Buffer.alloc(0)
    } else {
      this.#missing -= bytes.length
    }
    if (this.#missing > 0) return
    this.#missing = null
    this.#answered?.()
  }
}

/** The status and the length of the body, from the head of a response. @throws if it has no length */
function answerOf(head: string): Expected {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  if (status === 304) return { status, bytes: 0 }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`no content-length in ${head}`)
  return { status, bytes: Number(length) }
}

/** A GET request in wire format. */
export function requestText(url: string, headers: Readonly<Record<string, string>>): Buffer {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
}
