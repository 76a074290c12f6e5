/** Divides the delivery slots of this process among endpoints, so that a slow or dead endpoint delays no other. */
import { maxInProgress, type WaitingEndpoint } from '../jobs/delivery.ts'

export interface Concurrency {
  /** Maximum number of deliveries in progress in this process. */
  readonly total: number
  /** Maximum number of deliveries in progress to one endpoint, across all nodes. */
  readonly perEndpoint: number
}

/**
 * How many deliveries to begin now, by endpoint. Endpoints get slots in turn, one at a time. Endpoints whose last attempt failed share
 * at most half of the slots, so that the others are served however many are dead.
 * @param busy deliveries in progress in this process, by endpoint
 */
export function fairShares(
  waiting: readonly WaitingEndpoint[],
  busy: ReadonlyMap<number, number>,
  { total, perEndpoint }: Concurrency,
  now: number,
): Map<number, number> {
  const busyOf = (id: number) => busy.get(id) ?? 0
  let free = total - [...busy.values()].reduce((sum, count) => sum + count, 0)
  const failing = new Set(waiting.filter(({ failures }) => failures > 0).map(({ id }) => id))
  let freeForFailing = Math.ceil(total / 2) - [...failing].reduce((sum, id) => sum + busyOf(id), 0)

  const available = new Map<number, number>()
  for (const endpoint of waiting.toSorted((a, b) => a.dueAt - b.dueAt)) {
    const { id, dueAt } = endpoint
    const max = maxInProgress(endpoint, perEndpoint, now)
    if (dueAt <= now && max > busyOf(id)) available.set(id, max - busyOf(id))
  }
  const shares = new Map<number, number>()
  for (let isServed = true; isServed && free > 0;) {
    isServed = false
    for (const [id, max] of available) {
      if (free === 0) break
      const share = shares.get(id) ?? 0
      if (share === max || (failing.has(id) && freeForFailing <= 0)) continue
      shares.set(id, share + 1)
      free--
      if (failing.has(id)) freeForFailing--
      isServed = true
    }
  }
  return shares
}

/** The next time at which a delivery becomes due or a pause ends; `Infinity` if there is none. */
export function nextMoment(waiting: readonly WaitingEndpoint[], now: number): number {
  let next = Infinity
  for (const { dueAt, pausedUntil } of waiting) {
    const moment = Math.max(dueAt, pausedUntil ?? 0)
    if (moment > now) next = Math.min(next, moment)
  }
  return next
}
