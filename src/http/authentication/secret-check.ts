import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { tooManyWrongSecrets } from '../errors.ts'

/** Wrong secrets of one network in a period, in milliseconds, that are told that they are wrong. */
const MAX_WRONG = 10
const PERIOD_MS = 60_000

/** Networks that are remembered, and secrets that were right in one. */
const MAX_REMEMBERED = 10_000

/** Between two look-ups of secrets of a network that has sent too many wrong ones. */
const PACE_MS = 10
/** Requests of such a network that wait at a time. */
const MAX_WAITING = 1_000

/** Requests of a network that wait for their turn. */
interface Lane {
  waiting: number
  last: Promise<unknown>
}

/** A kind of secret, such as keys. */
export interface SecretKind<Found> {
  /** What a secret belongs to; null for a wrong one. */
  readonly find: (secret: string) => Promise<Found | null>
  /** The error for a wrong one. */
  readonly refusal: () => Error
}

/**
 * Looks up secrets that requests carry: keys, and the tokens of links. It bounds what wrong ones cost: not what right ones do, which
 * others behind the same address may send. Whether one is right only a look-up can tell. So a network that has sent too many wrong
 * ones is not shut out, which would let one client shut out all of its office; its secrets are looked up in turn and at a pace, and
 * those that are wrong are refused. Secrets that were right in this network before do not wait, and those of other networks do not
 * either. Guessing a generated one, of 256 random bits, is hopeless at any pace; guessing a short key that an operator chose is slow
 * from elsewhere.
 */
export class SecretCheck {
  /** Networks by address: to find one takes 6 µs. */
  readonly #networks = new LRUCache<string, string>({ max: MAX_REMEMBERED, memoMethod: networkOf })
  /** Wrong secrets, by network. */
  readonly #wrong = new LRUCache<string, number>({ max: MAX_REMEMBERED, ttl: PERIOD_MS, noUpdateTTL: true })
  /** Secrets that were right in a network, by the hash of both: noted while it has sent too many wrong ones. */
  readonly #proven = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  readonly #lanes = new Map<string, Lane>()

  /**
   * What a secret belongs to.
   * @throws {Error} that of its kind when it is wrong
   * @throws {RequestError} 429 when it is wrong, and the network of the request has sent too many such secrets
   */
  async find<Found>(
    secret: string,
    request: FastifyRequest,
    { find, refusal }: SecretKind<Found>,
  ): Promise<Found> {
    const network = this.#slowNetwork(request)
    const proof = network === null ? null : hash('sha256', `${network} ${secret}`)
    if (network !== null && !this.#proven.has(proof!)) await this.#turn(network, request)
    const found = await find(secret)
    if (found === null) throw this.#refused(this.#networks.memo(request.ip), refusal)
    if (proof !== null) this.#proven.set(proof, true)
    return found
  }

  /**
   * Delays what anybody may begin, and is stored until it ends: of each network, one request follows the other at a pace.
   * @throws {RequestError} 429 when too many wait
   */
  async pace(request: FastifyRequest): Promise<void> {
    await this.#turn(this.#networks.memo(request.ip), request)
  }

  /** The network of a request if it has sent too many wrong secrets. */
  #slowNetwork({ ip }: FastifyRequest): string | null {
    // As a rule, nobody has sent one.
    if (this.#wrong.size === 0) return null
    const network = this.#networks.memo(ip)
    return (this.#wrong.get(network) ?? 0) < MAX_WRONG ? null : network
  }

  /** Waits for those before it; not for those whose client has gone. */
  async #turn(network: string, { socket }: FastifyRequest): Promise<void> {
    const lane = this.#lanes.get(network) ?? { waiting: 0, last: Promise.resolve() }
    if (lane.waiting >= MAX_WAITING) throw this.#tooMany(network)
    lane.waiting++
    this.#lanes.set(network, lane)
    const turn = lane.last.then(async () => socket.destroyed || delay(PACE_MS))
    lane.last = turn
    await turn
    lane.waiting--
    if (lane.waiting === 0) this.#lanes.delete(network)
  }

  /** Counts a wrong secret. Of many at the same time, the first ones are told that they are. */
  #refused(network: string, refusal: () => Error): Error {
    const before = this.#wrong.get(network) ?? 0
    if (before >= MAX_WRONG) return this.#tooMany(network)
    this.#wrong.set(network, before + 1)
    return refusal()
  }

  #tooMany(network: string): Error {
    return tooManyWrongSecrets(Math.max(1, Math.ceil(this.#wrong.getRemainingTTL(network) / 1000)))
  }
}

/** The address itself; of IPv6 its /64 network, which one client has for itself. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
