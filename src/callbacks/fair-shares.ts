/** Who of those that wait is served next, so that one receiver that is slow, or gone, delays no other. */
import type { WaitingEndpoint } from '../jobs/delivery-queue.ts'

export interface Limits {
  /** Deliveries tried at the same time. */
  readonly inAll: number
  /** Of one receiver. */
  readonly perReceiver: number
}

/**
 * How many deliveries of each receiver are to be begun now. Slots go round one by one, and receivers whose last try
 * failed together have no more than half of them: however many are gone, there is room for those that are not.
 * @param busy how many deliveries of each receiver are being tried
 */
export function fairShares(
  waiting: readonly WaitingEndpoint[],
  busy: ReadonlyMap<number, number>,
  { inAll, perReceiver }: Limits,
  now: number,
): Map<number, number> {
  const busyOf = (id: number) => busy.get(id) ?? 0
  let free = inAll - [...busy.values()].reduce((sum, count) => sum + count, 0)
  const doubtful = new Set(waiting.filter(({ failures }) => failures > 0).map(({ id }) => id))
  let doubtfulFree = Math.ceil(inAll / 2) - [...doubtful].reduce((sum, id) => sum + busyOf(id), 0)

  const room = new Map<number, number>()
  for (const one of waiting.toSorted((a, b) => a.dueAt - b.dueAt)) {
    if (one.dueAt > now) continue
    const most = one.pausedUntil === null ? perReceiver : one.pausedUntil > now ? 0 : 1
    if (most > busyOf(one.id)) room.set(one.id, most - busyOf(one.id))
  }
  const shares = new Map<number, number>()
  for (let isServed = true; isServed && free > 0;) {
    isServed = false
    for (const [id, left] of room) {
      if (free === 0) break
      const share = shares.get(id) ?? 0
      if (share === left || (doubtful.has(id) && doubtfulFree <= 0)) continue
      shares.set(id, share + 1)
      free--
      if (doubtful.has(id)) doubtfulFree--
      isServed = true
    }
  }
  return shares
}

/** When there will be something to begin that cannot be begun now, if only time has to pass; null when nothing waits. */
export function nextMoment(waiting: readonly WaitingEndpoint[], now: number): number | null {
  const moments = waiting
    .map(({ dueAt, pausedUntil }) => Math.max(dueAt, pausedUntil ?? 0))
    .filter((moment) => moment > now)
  return moments.length === 0 ? null : Math.min(...moments)
}
