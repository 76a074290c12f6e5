/** Deleting many jobs with one request. An addition of Scriptorium. */
import { z } from 'zod'
import { bulkFilters, parseBulkFilter } from './bulk-filter.ts'
import { timestamp } from './common.ts'
import type { ListFilter } from './list-query.ts'
import { trashParameter } from './trash.ts'
import { who } from './who.ts'

export const deletionParameters = bulkFilters.extend({ trash: trashParameter.optional() })

export const deletion = z
  .strictObject({
    id: z.uuid().describe('Id of the deletion.'),
    status: z
      .enum(['running', 'done', 'failed'])
      .describe(
        'The status of the deletion. `failed` means that it stopped because of an internal error; you can send the same request again.',
      ),
    matched: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Number of matching jobs at the time of the request; null if lists do not count them either: above 100,000 with `custom_metadata` or `tag`, and above 500 with `q`.',
      ),
    deleted: z.int().min(0).describe('Number of jobs deleted so far.'),
    trash: z.boolean().describe('Whether it moves the jobs to the trash.'),
    requested_by: who,
    created_at: timestamp.describe('When it was requested.'),
    completed_at: timestamp.nullable().describe('When it was done or failed; null while running.'),
  })
  .meta({ id: 'Deletion', description: 'The deletion of all jobs that match a filter.' })
export type Deletion = z.infer<typeof deletion>

export const deletionList = z
  .strictObject({ items: z.array(deletion).describe('The deletions, newest first; at most 100.') })
  .meta({ id: 'DeletionList', description: 'The deletions of an account.' })
export type DeletionList = z.infer<typeof deletionList>

/** Parses the query of a deletion. */
export function parseDeletionQuery(
  pairs: readonly (readonly [name: string, value: string])[],
): { ok: true; filter: ListFilter; trash: boolean } | { ok: false; faults: string[] } {
  const trash = pairs.filter(([name]) => name === 'trash').map(([, value]) => value)
  if (trash.length > 1 || trash.some((value) => !trashParameter.safeParse(value).success))
    return { ok: false, faults: ['trash: must be true or false, once'] }
  const parsed = parseBulkFilter(pairs.filter(([name]) => name !== 'trash'))
  return parsed.ok ? { ...parsed, trash: trash[0] === 'true' } : parsed
}
