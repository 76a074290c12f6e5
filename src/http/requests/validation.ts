/** Validates requests against the schemas of their routes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyFaults, storageFaults } from '../../contract/storable.ts'
import { unknownNames } from '../../contract/unknown-names.ts'
import { invalid, notFound } from '../errors.ts'
import { faultsOf } from './schema-faults.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** One line for each unknown name in the query and the body, which is ignored. */
    warnings: readonly string[]
  }
}

/**
 * Parses a query or a body.
 * @throws {RequestError} 400 with one line for each fault, including misspelled names
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  // Fastify represents a missing body as null.
  const parsed = schema.safeParse(data ?? undefined)
  const faults = [...unknownNames(schema, data).misspelled, ...(parsed.success ? [] : faultsOf(parsed.error))]
  if (parsed.success && faults.length === 0) return parsed.data
  throw invalid(...faults)
}

/**
 * Parses the parameters of a path.
 * @throws {RequestError} 404, where the message of the fault names what is not found
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
  // Responses are not validated: the tests do that against the OpenAPI document.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

/** Rejects what cannot be stored in any body or query, before the schemas are applied. Queries that are ignored may contain it. */
function rejectUnstorable(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const query = request.routeOptions.schema?.querystring === undefined ? null : request.query
    const faults = [...storageFaults(query), ...bodyFaults(request.body)]
    if (faults.length > 0) throw invalid(...faults)
    done()
  })
}

/** A `preValidation` hook that sets `warnings`, before the validated body replaces the original. */
export function collectWarnings(request: FastifyRequest, _reply: unknown, done: () => void): void {
  request.warnings = warningsOf(request)
  done()
}

function warningsOf(request: FastifyRequest): string[] {
  const { querystring = z.object({}) } = request.routeOptions.schema as { querystring?: z.ZodType }
  const names = [...unknownNames(querystring, request.query).others, ...unknownInBody(request)]
  return names.map((name) => `${name}: is unknown and was ignored`)
}

/** A `preValidation` hook for routes that store their body: rejects unknown names, which would be ignored at every use. */
export function rejectUnknownNames(request: FastifyRequest, _reply: unknown, done: () => void): void {
  const unknown = unknownInBody(request)
  if (unknown.length > 0) throw invalid(...unknown.map((name) => `${name}: is unknown`))
  done()
}

function unknownInBody({ routeOptions, body }: FastifyRequest): readonly string[] {
  const { body: schema } = routeOptions.schema as { body?: z.ZodType }
  return schema === undefined ? [] : unknownNames(schema, body).others
}

/** The `warnings` field of a response; absent if there are none. */
export function warningsIn({ warnings }: FastifyRequest): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}
