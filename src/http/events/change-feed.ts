/** The changes of the jobs of an account, encoded as server-sent events. */
import { type ChangeCursor, formatChangeCursor } from '../../contract/change-cursor.ts'
import type { AccountEvent } from '../../contract/events.ts'
import type { ChangedIds } from '../../jobs/job.ts'

/** An event in the text format of server-sent events. */
export function encoded(event: AccountEvent): string {
  const id = event.event === 'job' ? `id: ${event.id}\n` : ''
  return `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
}

/** Encoded events, and the place after them. */
export interface ChangeEvents {
  readonly bytes: Buffer
  readonly next: ChangeCursor
}

export const NOTHING = Buffer.alloc(0)

type Place = Pick<ChangeCursor, 'change' | 'ordinal'>

const isAfter = (one: Place, other: Place): boolean =>
  one.change > other.change || (one.change === other.change && one.ordinal > other.ordinal)

/** @param from the place after which the changes were read */
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

/** The newest changes of an account, which most of its streams need next. They are encoded once for all streams. */
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

  /** The place after the newest change read so far. */
  get end(): ChangeCursor {
    return this.#changed.next
  }

  /** Whether there is more to read. @param change number of the account's newest change */
  endsBefore(change: number): boolean {
    return this.#changed.more || change > this.end.change
  }

  /** @param changed the changes after `end` */
  extend(changed: ChangedIds): void {
    this.#from = this.end
    this.#changed = changed
    this.#events = eventsOf(changed, this.#from)
  }

  /** The events after a place; null if they are no longer here and have to be read. */
  after(place: ChangeCursor): ChangeEvents | null {
    if (place === this.#from) return this.#events
    if (!isAfter(this.end, place)) return { bytes: NOTHING, next: place }
    if (isAfter(this.#from, place)) return null
    const jobs = this.#changed.jobs.filter((job) => isAfter(job, place))
    return eventsOf({ ...this.#changed, jobs }, this.#from)
  }
}
