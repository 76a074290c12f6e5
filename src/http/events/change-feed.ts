/** The changes of the jobs of an account as server-sent events. */
import { type ChangeCursor, formatChangeCursor } from '../../contract/change-cursor.ts'
import type { AccountEvent } from '../../contract/events.ts'
import type { ChangedIds } from '../../jobs/job.ts'

/** An event as text. */
export function encoded(event: AccountEvent): string {
  const id = event.event === 'job' ? `id: ${event.id}\n` : ''
  return `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
}

/** Events as bytes, and the place after them. */
export interface ChangeEvents {
  readonly bytes: Buffer
  readonly next: ChangeCursor
}

export const NOTHING = Buffer.alloc(0)

type Place = Pick<ChangeCursor, 'change' | 'ordinal'>

const isAfter = (one: Place, other: Place): boolean =>
  one.change > other.change || (one.change === other.change && one.ordinal > other.ordinal)

/** @param from the place after which the jobs have changed */
export function eventsOf({ jobs, next }: ChangedIds, from: ChangeCursor): ChangeEvents {
  return { bytes: Buffer.from(jobs.map((job) => eventOf(job, from)).join('')), next }
}

function eventOf({ id, status, ...place }: ChangedIds['jobs'][number], from: ChangeCursor): string {
  const change = status === null ? 'deleted' : 'updated'
  return encoded({
    event: 'job',
    id: formatChangeCursor({ ...from, ...place }),
    data: { id, status, change },
  })
}

/** The newest changes, which most streams of the account read next: they are encoded once for all of these. */
export class ChangeFeed {
  #from: ChangeCursor
  #changed: ChangedIds
  #events: ChangeEvents

  /** @param from where it begins */
  constructor(from: ChangeCursor) {
    this.#from = from
    this.#changed = { jobs: [], next: from, more: false }
    this.#events = { bytes: NOTHING, next: from }
  }

  /** Where it ends so far. */
  get end(): ChangeCursor {
    return this.#changed.next
  }

  /** Whether there is more to read, if the account has counted so many changes. */
  endsBefore(change: number): boolean {
    return this.#changed.more || change > this.end.change
  }

  /** @param changed after its end */
  extend(changed: ChangedIds): void {
    this.#from = this.end
    this.#changed = changed
    this.#events = eventsOf(changed, this.#from)
  }

  /** What follows a place; null if that has to be read. */
  after(place: ChangeCursor): ChangeEvents | null {
    if (place === this.#from) return this.#events
    if (!isAfter(this.end, place)) return { bytes: NOTHING, next: place }
    if (isAfter(this.#from, place)) return null
    const jobs = this.#changed.jobs.filter((job) => isAfter(job, place))
    return eventsOf({ ...this.#changed, jobs }, this.#from)
  }
}
