/** A callback endpoint on 127.0.0.1, which checks callbacks against the published API. The path of the URL selects how it behaves. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { PublishedApi } from './published-api.ts'
import { listenHttp, type LoopbackServer } from '../../src/platform/net/testing/loopback-server.ts'

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Milliseconds since 1970. */
  readonly at: number
}

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

const PIECE = Buffer.alloc(65_536, 'x')
const TEN_GIGABYTES = 10 ** 10

const drip = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write('x'), 1_000)
  response.once('close', () => clearInterval(timer))
}

/** Faulty behaviour by path. Any other path answers with the status in it. */
const FAULTS: Record<string, Behaviour> = {
  '/301': (response) => void response.writeHead(301, { location: '/elsewhere' }).end(),
  '/429': (response) => void response.writeHead(429, { 'retry-after': '1' }).end('later'),
  '/hang': () => {},
  '/drip': (response) => {
    response.writeHead(200).write('x')
    drip(response)
  },
  '/drip-head': (response, { socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    const timer = setInterval(() => socket.write('x'), 100)
    socket.once('close', () => clearInterval(timer))
    response.on('error', () => {})
  },
  '/reset': (_response, { socket }) => void socket.resetAndDestroy(),
  '/huge': (response) => {
    response.writeHead(200, { 'content-length': TEN_GIGABYTES })
    const more = () => {
      while (!response.destroyed && response.write(PIECE));
    }
    response.on('drain', more)
    more()
  },
  '/nul': (response) => void response.writeHead(500).end('a\0b\u{1F600}'),
}

export class TestEndpoint {
  readonly received: Received[] = []
  readonly #api: PublishedApi
  readonly #server: LoopbackServer
  /** Replaces the answer that the path selects. */
  answer: ((one: Received, response: ServerResponse) => void) | null = null

  private constructor(api: PublishedApi, server: LoopbackServer) {
    this.#api = api
    this.#server = server
  }

  static async listen(t: TestContext): Promise<TestEndpoint> {
    const api = await PublishedApi.ofCallbacks()
    const server = await listenHttp(t, (request, response) => {
      // A body that differs from the published schema is an unhandled rejection, which fails the test.
      void text(request).then((body) => {
        endpoint.#receive(request, response, body)
        if (request.method !== 'GET') endpoint.#api.checkCallback(body)
      })
    })
    const endpoint: TestEndpoint = new TestEndpoint(api, server)
    return endpoint
  }

  get connections(): number {
    return this.#server.connections
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.#server.port}${path}`
  }

  /** Requests to a path, oldest first. */
  on(path: string): Received[] {
    return this.received.filter((one) => one.path === path)
  }

  /** Resolves when no client is connected. */
  async left(): Promise<void> {
    await this.#server.closed()
  }

  #receive(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { url: path = '', method = '', headers } = request
    const one = { path, method, headers, body, at: Date.now() }
    this.received.push(one)
    if (this.answer !== null) return this.answer(one, response)
    const fault = FAULTS[path]
    if (fault !== undefined) return fault(response, request)
    const status = Number(path.slice(1, 4))
    response.writeHead(status).end(status === 204 ? undefined : `this is ${status}`)
  }
}
