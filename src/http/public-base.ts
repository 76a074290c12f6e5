import type { FastifyRequest } from 'fastify'

/** The base of the URLs in an answer, without a slash at its end: as configured, or the request's own host. */
export function publicBase(publicUrl: string | null, request: FastifyRequest): string {
  return publicUrl ?? `${request.protocol}://${request.host}`
}
