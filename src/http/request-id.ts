import { randomUUID } from 'node:crypto'

/** A new request id: `G-` and 8 hex digits; of a UUID, since Node draws the random bits of many UUIDs at once. */
export function newRequestId(): string {
  return `G-${randomUUID().slice(0, 8)}`
}
