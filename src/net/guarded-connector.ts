/**
 * The guard against requests to private addresses (SSRF). It checks the addresses that are connected to, after name
 * resolution, so DNS rebinding cannot get around it.
 *
 * The npm package `request-filtering-agent` (3.2.1) does the same for `http.Agent`, which undici does not accept; it also
 * allows IPv4-compatible IPv6 addresses (`::7f00:1` is unicast to it) and offers no redirects, limits or resolver.
 */
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { RefusedAddressError } from './fetch-error.ts'

/** Resolves a host name. */
export type Resolver = (hostname: string) => Promise<LookupAddress[]>

interface GuardedConnectorOptions {
  resolve: Resolver
  /** Whether a connection to an address is allowed. */
  mayDial: (ip: string) => boolean
  /** For name resolution, TCP and TLS together, in milliseconds. */
  timeout: number
  /** Ends the connection, even while it is being established (undici's own signal waits until it is). */
  signal: AbortSignal
}

/** A connector for an undici client. Fails with {@link RefusedAddressError} when no address is allowed. */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { resolve, mayDial, timeout, signal } = options

  const lookup = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname)
    const allowed = addresses.filter(({ address }) => mayDial(address))
    if (allowed.length === 0) {
      throw new RefusedAddressError(`${hostname} is ${addresses.map(({ address }) => address).join(', ')}`)
    }
    return allowed
  })

  const connect = buildConnector({
    // Node then asks for all addresses of a name, and tries one after the other.
    autoSelectFamily: true,
    lookup: (hostname, _options, callback) => lookup(hostname, callback),
    // With one request per connection, HTTP/2 would only add attack surface.
    allowH2: false,
    timeout,
    signal,
  })

  return (target, callback) => {
    // Node resolves no IP literal, so the lookup above never sees it.
    if (isIP(target.hostname) !== 0 && !mayDial(target.hostname)) {
      callback(new RefusedAddressError(target.hostname), null)
    } else {
      connect(target, callback)
    }
  }
}
