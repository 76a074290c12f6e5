import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { tooManyWrongSecrets } from '../errors.ts'

/** Wrong secrets of one network per period, in milliseconds, before its further ones are slowed down. */
const MAX_WRONG = 10
const PERIOD_MS = 60_000

/** Maximum number of networks, and of proven secrets, that are remembered. */
const MAX_REMEMBERED = 10_000

/** Delay between look-ups of secrets from a network that has sent too many wrong ones. */
const PACE_MS = 10
/** Maximum number of waiting requests of such a network. */
const MAX_WAITING = 1_000

/** The waiting requests of a network. */
interface Lane {
  waiting: number
  last: Promise<unknown>
}

/** A kind of secret, such as keys. */
export interface SecretKind<Found> {
  /** Looks up what a secret belongs to; null if it is wrong. */
  readonly find: (secret: string) => Promise<Found | null>
  /** The error for a wrong secret. */
  readonly refusal: () => Error
}

/**
 * Looks up the secrets in requests: keys, and the tokens of links. It bounds the cost of wrong secrets without delaying right ones from
 * other clients behind the same address. A network that has sent too many wrong secrets is not blocked, because one client could then
 * lock out its whole office. Instead, its secrets are looked up one at a time, at a limited pace. Secrets that were right in this
 * network before do not wait, and neither do those of other networks. Guessing a generated secret of 256 random bits is hopeless at any
 * pace; the pace makes it slow to guess a short key that an operator chose.
 */
export class SecretCheck {
  /** Networks by address, since parsing an address takes 6 µs. */
  readonly #networks = new LRUCache<string, string>({ max: MAX_REMEMBERED, memoMethod: networkOf })
  /** Number of wrong secrets, by network. */
  readonly #wrong = new LRUCache<string, number>({ max: MAX_REMEMBERED, ttl: PERIOD_MS, noUpdateTTL: true })
  /** Secrets that were right in a slowed network, by the hash of both. */
  readonly #proven = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  readonly #lanes = new Map<string, Lane>()

  /**
   * Looks up what a secret belongs to.
   * @throws {Error} the refusal of its kind, if it is wrong
   * @throws {RequestError} 429 if the network of the request has sent too many wrong secrets
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
   * Slows down operations that anybody can start and whose state is stored: those of a network are handled one at a time, at a limited
   * pace.
   * @throws {RequestError} 429 if too many are waiting
   */
  async pace(request: FastifyRequest): Promise<void> {
    await this.#turn(this.#networks.memo(request.ip), request)
  }

  /** The network of a request, if it has sent too many wrong secrets; otherwise null. */
  #slowNetwork({ ip }: FastifyRequest): string | null {
    // The usual case: there were no wrong secrets.
    if (this.#wrong.size === 0) return null
    const network = this.#networks.memo(ip)
    return (this.#wrong.get(network) ?? 0) < MAX_WRONG ? null : network
  }

  /** Waits until the earlier requests have had their turn. Requests whose client has disconnected take no time. */
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

  /** Counts a wrong secret. @returns the refusal, or 429 if there were too many */
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

/** The address itself; for IPv6, its /64 network, all of which usually belongs to one client. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
