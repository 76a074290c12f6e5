/** How the queries and bodies of requests are checked against the schemas of their routes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyFaults, storageFaults } from '../../contract/storable.ts'
import { unknownNames } from '../../contract/unknown-names.ts'
import { invalid, notFound } from '../errors.ts'
import { faultsOf } from './schema-faults.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A line for each unknown name in the query and the body, which are ignored. */
    warnings: readonly string[]
  }
}

/**
 * Parses what a request has sent.
 * @throws {RequestError} 400 with a line for each fault, misspelled names included
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  // Fastify has null for a body that was not sent.
  const parsed = schema.safeParse(data ?? undefined)
  const faults = [...unknownNames(schema, data).misspelled, ...(parsed.success ? [] : faultsOf(parsed.error))]
  if (parsed.success && faults.length === 0) return parsed.data
  throw invalid(...faults)
}

/**
 * Parses the parameters of a path.
 * @throws {RequestError} 404 with the message of the fault as what is not found
 */
function parsePath(schema: z.ZodType, data: unknown): unknown {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw notFound(parsed.error.issues[0]?.message ?? 'the path')
}

/** Validates every request with the zod schemas of its route. */
export function validateWithZod(app: FastifyInstance): void {
  app.decorateRequest('warnings')
  rejectUnstorable(app)
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => {
    const parse = httpPart === 'params' ? parsePath : parseRequest
    return (data) => ({ value: parse(schema, data) })
  })
  // The tests check responses against the published OpenAPI; checking each again would only cost time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

/** Rejects what no store can keep in any body or query, before the schemas see it; a query that is ignored may have it. */
function rejectUnstorable(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const query = request.routeOptions.schema?.querystring === undefined ? null : request.query
    const faults = [...storageFaults(query), ...bodyFaults(request.body)]
    if (faults.length > 0) throw invalid(...faults)
    done()
  })
}

/** For `preValidation` of a route: sets `warnings`, before the validated body replaces the one that was sent. */
export function collectWarnings(request: FastifyRequest, _reply: unknown, done: () => void): void {
  request.warnings = warningsOf(request)
  done()
}

function warningsOf(request: FastifyRequest): string[] {
  const { querystring = z.object({}) } = request.routeOptions.schema as { querystring?: z.ZodType }
  const names = [...unknownNames(querystring, request.query).others, ...unknownInBody(request)]
  return names.map((name) => `${name}: is unknown and was ignored`)
}

/** For `preValidation` of a route that keeps its body: rejects names that would be ignored whenever it is used. */
export function rejectUnknownNames(request: FastifyRequest, _reply: unknown, done: () => void): void {
  const unknown = unknownInBody(request)
  if (unknown.length > 0) throw invalid(...unknown.map((name) => `${name}: is unknown`))
  done()
}

function unknownInBody({ routeOptions, body }: FastifyRequest): readonly string[] {
  const { body: schema } = routeOptions.schema as { body?: z.ZodType }
  return schema === undefined ? [] : unknownNames(schema, body).others
}

/** The `warnings` of a response, absent if there are none. */
export function warningsIn({ warnings }: FastifyRequest): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}
