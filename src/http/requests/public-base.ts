import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The base of the URLs in responses, as configured; null for that of the request. */
    publicUrl: string | null
  }
}

/**
 * The base of the URLs in a response, without a trailing slash: as configured, or the request's own host. A request of HTTP/1.0
 * need not name one; then it is the address that the request came in at.
 */
export function publicBase(request: FastifyRequest): string {
  const { publicUrl } = request.server
  if (publicUrl !== null) return publicUrl
  const base = `${request.protocol}://${request.host || addressOf(request)}`
  // It is copied into bodies and headers unescaped.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(base) || !URL.canParse(base))
    throw invalid('host: must be a host name')
  return base
}

function addressOf({ socket: { localAddress = '', localPort } }: FastifyRequest): string {
  // IPv4 on a socket for both versions.
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/, '')
  return `${isIPv6(address) ? `[${address}]` : address}:${localPort}`
}
