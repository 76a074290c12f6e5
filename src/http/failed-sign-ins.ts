import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { tooManySignIns } from './errors.ts'

/** Failed sign-ins of one network in a period, in milliseconds. */
const MAX_FAILURES = 10
const PERIOD_MS = 60_000

/** Networks that are remembered. */
const MAX_NETWORKS = 10_000

/** Limits failed sign-ins, so that guessing a short key takes too long. */
export class FailedSignIns {
  readonly #failures = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: PERIOD_MS, noUpdateTTL: true })

  /**
   * Called before a key is looked up.
   * @throws {RequestError} 429 when the network of the address has failed too often
   */
  check(address: string): void {
    const network = networkOf(address)
    if ((this.#failures.get(network) ?? 0) < MAX_FAILURES) return
    throw tooManySignIns(Math.ceil(this.#failures.getRemainingTTL(network) / 1000))
  }

  add(address: string): void {
    const network = networkOf(address)
    this.#failures.set(network, (this.#failures.get(network) ?? 0) + 1)
  }
}

/** The address itself; of IPv6 its /64 network, which one client has for itself. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
