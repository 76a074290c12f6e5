import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditDetails } from '../contract/audit.ts'
import type { AuditLog } from '../jobs/audit-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of what the request created, even if the request fails later. */
    created: string | null
    /** Details to record in addition to the ids in the path. */
    auditDetails: AuditDetails | null
  }
  interface FastifyContextConfig {
    /** Whether the route is audited; by default true for all methods except GET. */
    isAudited?: boolean
    /** Whether programs may call it many times a second. Calls with keys of accounts are then only logged. */
    isRoutine?: boolean
    /** Whether the route signs somebody in. */
    isSignIn?: boolean
  }
}

/** Maximum number of refused sign-ins stored per minute, since anybody can send them. Further ones are only logged. */
const MAX_REFUSED = 60
const MINUTE_MS = 60_000

/**
 * Records each request to a route of `app` that created, changed, deleted, exported or revoked something, and each sign-in, refused ones
 * included: the operation, the caller, and the ids of what was affected. The entry is recorded before the response is sent. It contains
 * no keys and no queries, and of the texts of callers only names.
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
    // Not `onResponse`, which is not called if the client has disconnected.
    route.onSend = async (request: FastifyRequest, reply: FastifyReply) => {
      const { account, caller, created, auditDetails, params, ip: address, id: requestId } = request
      const { statusCode } = reply
      // Without a caller, only refused sign-ins are recorded: by 401, or by redirecting the browser to a page with the problem.
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

/** @returns a function that records refused sign-ins */
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

/** The id in the body of a response; for an upload, the id of its file. */
function idOf(body: unknown): string | null {
  const { id, audio_metadata } = body as { id?: unknown; audio_metadata?: unknown }
  if (typeof id === 'string') return id
  return typeof audio_metadata === 'object' && audio_metadata !== null ? idOf(audio_metadata) : null
}
