import type { FastifyRequest } from 'fastify'
import { invalid } from './errors.ts'

/** The base of the URLs in an answer, without a slash at its end: as configured, or the request's own host. */
export function publicBase(publicUrl: string | null, request: FastifyRequest): string {
  if (publicUrl !== null) return publicUrl
  // It is put into answers and headers as it is.
  if (!/^[\w.:[\]-]+$/.test(request.host)) throw invalid('host: must be a host name')
  return `${request.protocol}://${request.host}`
}
