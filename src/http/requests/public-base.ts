import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The configured base of URLs in responses; null to use the host of the request. */
    publicUrl: string | null
  }
}

/**
 * The base of the URLs in a response, without a trailing slash: the configured one, or the host of the request. An HTTP/1.0 request
 * need not have a host; then it is the address at which the request arrived.
 */
export function publicBase(request: FastifyRequest): string {
  const { publicUrl } = request.server
  if (publicUrl !== null) return publicUrl
  const base = `${request.protocol}://${request.host || addressOf(request)}`
  // It is copied unescaped into bodies and headers.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(base) || !URL.canParse(base))
    throw invalid('host: must be a host name')
  return base
}

function addressOf({ socket: { localAddress = '', localPort } }: FastifyRequest): string {
  // IPv4 on a dual-stack socket.
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/, '')
  return `${isIPv6(address) ? `[${address}]` : address}:${localPort}`
}
