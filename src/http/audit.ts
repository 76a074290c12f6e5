import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditDetails } from '../contract/audit.ts'
import type { AuditLog } from '../jobs/audit-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of what the request created, even if it fails afterwards. */
    created: string | null
    /** What the request concerns besides what is in its path. */
    auditDetails: AuditDetails | null
  }
  interface FastifyContextConfig {
    /** Whether the route is audited: by default, unless it is one of GET. */
    isAudited?: boolean
    /** Whether programs do it many times a second: where keys of accounts do it, only the log says so. */
    isRoutine?: boolean
    /** Whether somebody signs in by the route. */
    isSignIn?: boolean
  }
}

/** Refused sign-ins that are stored in a minute, in milliseconds: anybody can send them. Further ones are only logged. */
const MAX_REFUSED = 60
const MINUTE_MS = 60_000

/**
 * Records each request to a route of `app` by which something was created, changed, deleted, exported or revoked, or somebody signed in or
 * could not: the operation, who asked for it, and the ids of what it concerns. It is recorded before the answer is sent. No record has a
 * key, a query or any text of a caller but names.
 */
export function auditChanges(app: FastifyInstance, audit: AuditLog): void {
  const refuse = refusals(audit)
  app.decorateRequest('created', null)
  app.decorateRequest('auditDetails', null)
  app.addHook('onRoute', (route) => {
    const { isAudited = route.method !== 'GET', isRoutine = false, isSignIn = false } = route.config ?? {}
    if (route.method === 'HEAD' || !isAudited) return
    const operation = route.schema?.operationId ?? ''
    route.preSerialization = async (request: FastifyRequest, _reply: unknown, body: unknown) => {
      request.created ??= idOf(body)
      return body
    }
    // Before the client has the answer: `onResponse` is not called for a client that has gone.
    route.onSend = async (request: FastifyRequest, reply: FastifyReply) => {
      const { account, caller, created, auditDetails, params, ip: address, id: requestId } = request
      const { statusCode } = reply
      // Signing out without a console session changes nothing, and a redirection tells a browser that it is not signed in.
      if (caller === null) {
        if (isSignIn && (statusCode === 401 || statusCode === 302))
          await refuse({ details: { way: operation }, address, requestId })
        return
      }
      if (reply.hasHeader('idempotent-replayed') || (statusCode >= 400 && created === null)) return
      const { who, key } = caller
      const { id: of = created, ...others } = params as { id?: string }
      const details = {
        ...(of !== null && { id: of }),
        ...others,
        ...(created !== null && created !== of && { created }),
        ...auditDetails,
      }
      const change = { operation, account, by: who, key, details, address, requestId }
      if (!isRoutine) await audit.record(change)
      else if (who.kind === 'key') audit.note(change)
      else void audit.record(change)
    }
  })
}

/** @returns a function that records a refused sign-in */
function refusals(audit: AuditLog) {
  let stored = 0
  let since = -Infinity
  return async (change: Pick<Parameters<AuditLog['record']>[0], 'details' | 'address' | 'requestId'>) => {
    const now = performance.now()
    if (now - since > MINUTE_MS) [stored, since] = [0, now]
    const refused = { operation: 'refuseSignIn', ...change }
    if (stored++ < MAX_REFUSED) await audit.record(refused)
    else audit.note(refused)
  }
}

/** The id in an answer; an upload has that of its file. */
function idOf(body: unknown): string | null {
  const { id, audio_metadata } = body as { id?: unknown; audio_metadata?: unknown }
  if (typeof id === 'string') return id
  return typeof audio_metadata === 'object' && audio_metadata !== null ? idOf(audio_metadata) : null
}
