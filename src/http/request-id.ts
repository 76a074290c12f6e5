import { randomUUID } from 'node:crypto'

/** A new request id: `G-` and 8 hex digits. Taken from a UUID, since Node draws random bits for many UUIDs at once. */
export function newRequestId(): string {
  return `G-${randomUUID().slice(0, 8)}`
}
