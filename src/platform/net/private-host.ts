import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/**
 * Whether the host of a URL, without resolving its name, is known to be one that a caller's URL must not reach: an
 * address that is not public, or `localhost` (RFC 6761). Other names are checked when the connection is made.
 */
export function isPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return host === 'localhost' || host.endsWith('.localhost')
}
