/**
 * Where the guard against requests to private addresses stands: between the name and the dialling. It judges the very
 * addresses that are dialled, so a name that answers publicly once and privately the next time gains nothing.
 *
 * The npm package `request-filtering-agent` (3.2.1) does the same for `http.Agent`, which undici does not take; it also
 * lets through IPv4-compatible IPv6 addresses (`::7f00:1` is unicast to it) and offers no redirects, limits or resolver.
 */
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { RefusedAddressError } from './fetch-error.ts'

/** Finds the addresses of a host name. */
export type Resolver = (hostname: string) => Promise<LookupAddress[]>

interface GuardedConnectorOptions {
  resolve: Resolver
  /** Whether an address may be dialled. */
  mayDial: (ip: string) => boolean
  /** For name, TCP and TLS together, in milliseconds. */
  timeout: number
  /** Ends the connection, also while it is being made (undici's own signal waits until it stands). */
  signal: AbortSignal
}

/** A connector for an undici client that dials only addresses it may. Fails with {@link RefusedAddressError}. */
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
    // with autoSelectFamily, Node asks for all addresses of a name and tries one after the other
    autoSelectFamily: true,
    lookup: (hostname, _options, callback) => lookup(hostname, callback),
    allowH2: false, // one request a connection: HTTP/2 would only add a protocol to be attacked through
    timeout,
    signal,
  })

  return (target, callback) => {
    // Node looks no address up, so the lookup above never sees it
    if (isIP(target.hostname) !== 0 && !mayDial(target.hostname)) {
      callback(new RefusedAddressError(target.hostname), null)
    } else {
      connect(target, callback)
    }
  }
}
