import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Scriptorium } from '../../../clients/typescript/src/index.ts'
import { callerOf, isConsoleSession } from '../authentication/authentication.ts'
import { untilDisconnected } from '../requests/disconnection.ts'
import { foreignOrigin, missingKey, onlyPost } from '../errors.ts'
import { ownFetch } from '../own-fetch.ts'
import type { App, Parts } from '../parts.ts'

/** A placeholder base URL for the client of the tools, whose requests do not leave the process. */
const HERE = 'http://localhost'

/** Not audited: tools make changes by requests of their own. */
const config = { scope: 'read', isAudited: false } as const

/**
 * The Model Context Protocol over streamable HTTP. Any node can answer each message on its own: there are no sessions, and no streams
 * initiated by the server.
 */
export function mcpRoute(app: App, parts: Parts): void {
  const { log, version, keyHeaders } = parts
  const refuse = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    requireOrigin(request, parts)
    if (isConsoleSession(callerOf(request))) throw missingKey(keyHeaders)
    done()
  }
  // Rejects batches of messages, which the protocol no longer has: they are not objects.
  const schema = { hide: true, body: z.looseObject({}) }
  app.post('/mcp', { compress: false, onRequest: refuse, schema, config }, async (request, reply) => {
    // Imported on demand: it takes 14 MB, and most installations do not use MCP.
    const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../../mcp/server.ts'),
    ])
    const onFault = (error: unknown) => log.error({ err: error, request_id: request.id }, 'MCP tool failed')
    // No retries here: the MCP client can retry.
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
 * Refuses requests from pages of other origins, including DNS rebinding. Programs send no origin.
 * @throws {RequestError} 403
 */
function requireOrigin({ headers: { origin } }: FastifyRequest, { corsOrigins, publicUrl }: Parts): void {
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return
  const page = URL.parse(origin)
  const isOwn = page !== null && publicUrl !== null && page.origin === new URL(publicUrl).origin
  if (!isOwn && !LOOPBACK.has(page?.hostname ?? '')) throw foreignOrigin()
}
