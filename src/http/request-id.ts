import { randomBytes } from 'node:crypto'

/** A new request id: `G-` and 8 hex digits. */
export function newRequestId(): string {
  return `G-${randomBytes(4).toString('hex')}`
}
