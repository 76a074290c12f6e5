/**
 * The guard against requests to private addresses (SSRF). It checks the resolved addresses at connection time, so DNS
 * rebinding cannot get around it.
 *
 * The npm package `request-filtering-agent` (3.2.1) does the same for `http.Agent`, which undici does not accept; it also
 * allows IPv4-compatible IPv6 addresses (`::7f00:1` is unicast to it) and offers no redirects, limits or resolver.
 */
import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { RefusedAddressError } from './fetch-error.ts'
import { isPublicAddress } from './public-address.ts'

/** Resolves a host name. */
type Resolver = (hostname: string) => Promise<LookupAddress[]>

export interface GuardSettings {
  /** Disables the address guard (ALLOW_PRIVATE_URLS=1). */
  readonly allowPrivate: boolean
  /** Resolves host names; the system's resolver by default. */
  readonly resolve?: Resolver
  /** Which addresses are public; `isPublicAddress` by default. */
  readonly isPublic?: (ip: string) => boolean
}

interface ConnectorOptions {
  /** For name resolution, TCP and TLS together, in milliseconds. */
  readonly timeout: number
  /** Ends the connection, even while it is being established; undici's own signal takes effect only afterwards. */
  readonly signal: AbortSignal
}

/** Creates a connector for an undici client. It fails with {@link RefusedAddressError} if no address is allowed. */
export type GuardedConnector = (options: ConnectorOptions) => buildConnector.connector

export function createGuardedConnector(settings: GuardSettings): GuardedConnector {
  const { allowPrivate, isPublic = isPublicAddress } = settings
  const resolve = sharedResolver(settings.resolve ?? ((hostname) => systemLookup(hostname, { all: true })))
  const mayDial = (ip: string) => allowPrivate || isPublic(ip)

  const lookup = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname)
    const allowed = addresses.filter(({ address }) => mayDial(address))
    if (allowed.length === 0) {
      throw new RefusedAddressError(`${hostname} is ${addresses.map(({ address }) => address).join(', ')}`)
    }
    return allowed
  })

  return ({ timeout, signal }) => {
    const connect = buildConnector({
      // Node.js then looks up all addresses of a name, and tries them one after the other.
      autoSelectFamily: true,
      lookup: (hostname, _options, callback) => lookup(hostname, callback),
      // With one request per connection, HTTP/2 would only add attack surface.
      allowH2: false,
      timeout,
      signal,
    })
    return (target, callback) => {
      // Node.js does not look up IP literals, so the lookup above never sees them.
      if (isIP(target.hostname) !== 0 && !mayDial(target.hostname)) {
        callback(new RefusedAddressError(target.hostname), null)
      } else {
        connect(target, callback)
      }
    }
  }
}

/**
 * Resolves a name once for all concurrent requests. The system resolver runs in libuv's pool of four threads, all of
 * which a single name with a slow DNS server could otherwise occupy.
 */
function sharedResolver(resolve: Resolver): Resolver {
  const pending = new Map<string, ReturnType<Resolver>>()
  return async (hostname) => {
    const known = pending.get(hostname)
    if (known !== undefined) return known
    const addresses = resolve(hostname).finally(() => pending.delete(hostname))
    pending.set(hostname, addresses)
    return addresses
  }
}
