import type { FastifyRequest } from 'fastify'
import { invalid } from './errors.ts'

/** The base of the URLs in a response, without a trailing slash: as configured, or the request's own host. */
export function publicBase(publicUrl: string | null, request: FastifyRequest): string {
  if (publicUrl !== null) return publicUrl
  const base = `${request.protocol}://${request.host}`
  // It is copied into bodies and headers unescaped.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(base) || !URL.canParse(base))
    throw invalid('host: must be a host name')
  return base
}
