import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of what the request created, even if it fails afterwards. */
    created: string | null
  }
  interface FastifyContextConfig {
    /** Whether the route changes something although it is one of GET. */
    isAudited?: boolean
  }
}

/**
 * Logs a line `audit` for each request to a route of `app` by which something was created, changed, deleted or revoked:
 * the operation, who asked for it, and the ids of what it concerns. No line has a key, a query or any text of a caller but
 * the name of who it was.
 */
export function auditChanges(app: FastifyInstance, log: Logger): void {
  app.decorateRequest('created', null)
  app.addHook('onRoute', (route) => {
    const isRead = route.method === 'GET' || route.method === 'HEAD'
    if (isRead && route.config?.isAudited !== true) return
    const operation = route.schema?.operationId
    route.preSerialization = async (request: FastifyRequest, _reply: unknown, body: unknown) => {
      request.created ??= idOf(body)
      return body
    }
    // Before the client has the answer: `onResponse` is not called for a client that has gone.
    route.onSend = async (request: FastifyRequest, reply: FastifyReply) => {
      const { account, caller, created, params, ip, id } = request
      if (reply.hasHeader('idempotent-replayed') || (reply.statusCode >= 400 && created === null)) return
      // Signing out without a console session changes nothing.
      if (caller === null) return
      const { who, key } = caller
      const { id: of = created, ...others } = params as { id?: string }
      const ids = {
        ...(of !== null && { id: of }),
        ...others,
        ...(created !== null && created !== of && { created }),
      }
      log.info({ operation, account, by: who, key, ...ids, address: ip, request_id: id }, 'audit')
    }
  })
}

/** The id in an answer; an upload has that of its file. */
function idOf(body: unknown): string | null {
  const { id, audio_metadata } = body as { id?: unknown; audio_metadata?: unknown }
  if (typeof id === 'string') return id
  return typeof audio_metadata === 'object' && audio_metadata !== null ? idOf(audio_metadata) : null
}
