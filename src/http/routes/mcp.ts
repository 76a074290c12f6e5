import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Scriptorium } from '../../../clients/typescript/src/index.ts'
import { callerOf, isConsoleSession } from '../authentication/authentication.ts'
import { untilDisconnected } from '../requests/disconnection.ts'
import { foreignOrigin, missingKey, onlyPost } from '../errors.ts'
import { ownFetch } from '../own-fetch.ts'
import type { App, Parts } from '../parts.ts'

/** Where the client of the tools believes the API to be: its requests do not leave the process. */
const HERE = 'http://localhost'

/** Not audited: what a tool changes is a request of its own. */
const config = { scope: 'read', isAudited: false } as const

/**
 * The Model Context Protocol over streamable HTTP. Each message is answered by itself, by any node: there are no sessions, and no
 * streams that servers begin.
 */
export function mcpRoute(app: App, parts: Parts): void {
  const { log, version, keyHeaders } = parts
  const refuse = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    requireOrigin(request, parts)
    if (isConsoleSession(callerOf(request))) throw missingKey(keyHeaders)
    done()
  }
  // A batch of messages, which the protocol no longer has, is not an object.
  const schema = { hide: true, body: z.looseObject({}) }
  app.post('/mcp', { compress: false, onRequest: refuse, schema, config }, async (request, reply) => {
    // Most services are never asked: it takes 14 MB.
    const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../../mcp/server.ts'),
    ])
    const onFault = (error: unknown) => log.error({ err: error, request_id: request.id }, 'MCP tool failed')
    // The client of the service repeats what was refused; here, its own client may.
    const api = new Scriptorium({ url: HERE, fetch: ownFetch(app, request, keyHeaders), maxRetries: 0 })
    const { scopes } = callerOf(request)
    const handler = createMcpHandler(() => mcpServer({ api, version, scopes, onFault }), {
      maxSubscriptions: 0,
    })
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const received = new Request(`${HERE}/mcp`, { method: 'POST', headers, signal: untilDisconnected(reply) })
    const answer = await handler.fetch(received, { parsedBody: request.body })
    return reply
      .code(answer.status)
      .headers(Object.fromEntries(answer.headers))
      .header('x-accel-buffering', 'no')
      .send(answer.body === null ? undefined : Readable.fromWeb(answer.body))
  })
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      ...{ method, url: '/mcp', onRequest: refuse, schema: { hide: true }, config },
      handler: async (_request, reply) => {
        reply.header('allow', 'POST')
        throw onlyPost()
      },
    })
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses pages of other origins, also those whose name was made to lead here: programs send no origin.
 * @throws {RequestError} 403
 */
function requireOrigin({ headers: { origin } }: FastifyRequest, { corsOrigins, publicUrl }: Parts): void {
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return
  const page = URL.parse(origin)
  const isOwn = page !== null && publicUrl !== null && page.origin === new URL(publicUrl).origin
  if (!isOwn && !LOOPBACK.has(page?.hostname ?? '')) throw foreignOrigin()
}
