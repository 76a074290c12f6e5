import type { ListFilter } from '../../src/contract/list-query.ts'
import { OPERATOR } from '../../src/jobs/caller.ts'

/** The bulk request of an operator that deletes jobs. */
export const deletionOf = (filter: ListFilter, trash = false) =>
  ({ kind: 'delete', options: { trash }, filter, requestedBy: OPERATOR }) as const
