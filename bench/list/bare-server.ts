/** The baseline of the benchmark: a program with a bare node:http server that returns from memory what was PUT at a path. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const responses = new Map<string, { status: number; body: Buffer }>()

const server = createServer((request, response) => {
  const [path = '/'] = (request.url ?? '/').split('?')
  if (request.method === 'PUT') {
    void store(path, request, response)
    return
  }
  const { status, body } = responses.get(path) ?? { status: 404, body: Buffer.alloc(0) }
  response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(body)
})
async function store(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  responses.set(path, { status: Number(request.headers['x-status']), body: await buffer(request) })
  response.end()
}
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('disconnect', () => process.exit())
