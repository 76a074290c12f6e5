/** Deleting many jobs at a time. An addition of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { type ListFilter, listParameters, parseListQuery } from './list-query.ts'
import { trashParameter } from './trash.ts'
import { who } from './who.ts'

/** The filters of the lists. */
const filters = listParameters.omit({ offset: true, limit: true, fields: true, cursor: true })
export const deletionParameters = filters.extend({ trash: trashParameter.optional() })

const FILTERS = Object.keys(filters.shape).join(', ')

export const deletion = z
  .strictObject({
    id: z.uuid().describe('Id of the deletion.'),
    status: z
      .enum(['running', 'done', 'failed'])
      .describe(
        'Whether it is still deleting jobs. A failed one has stopped because of an internal error; the same request may be sent again.',
      ),
    matched: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Number of matching jobs at the time of the request; null where lists do not count them either: above 100,000 with `custom_metadata` or `tag`, and above 500 with `q`.',
      ),
    deleted: z.int().min(0).describe('Number of jobs that it has deleted so far.'),
    trash: z.boolean().describe('Whether it moves the jobs to the trash.'),
    requested_by: who,
    created_at: timestamp.describe('When it was requested.'),
    completed_at: timestamp.nullable().describe('When it was done or failed; null while it is running.'),
  })
  .meta({ id: 'Deletion', description: 'The deletion of the jobs that match filters.' })
export type Deletion = z.infer<typeof deletion>

export const deletionList = z
  .strictObject({ items: z.array(deletion).describe('The newest first, at most 100.') })
  .meta({ id: 'DeletionList', description: 'The deletions of an account.' })
export type DeletionList = z.infer<typeof deletionList>

/**
 * Parses the query of a deletion. Other than by a list, nothing in it is ignored: without the filter that was meant, more would be
 * deleted.
 */
export function parseDeletionQuery(
  pairs: readonly (readonly [name: string, value: string])[],
): { ok: true; filter: ListFilter; trash: boolean } | { ok: false; faults: string[] } {
  const trash = pairs.filter(([name]) => name === 'trash').map(([, value]) => value)
  if (trash.length > 1 || trash.some((value) => !trashParameter.safeParse(value).success))
    return { ok: false, faults: ['trash: must be true or false, once'] }
  const others = pairs.filter(([name]) => name !== 'trash')
  const parsed = parseListQuery(others, { kinds: true })
  if (!parsed.ok) return parsed
  const { given, offset: _offset, limit: _limit, fields: _fields, cursor: _cursor, ...filter } = parsed.query
  const named = new Set(given.map(([name]) => name)).difference(new Set(['fields']))
  const ignored = new Set(
    others.flatMap(([name, value]) => {
      const [root = ''] = name.split('[', 1)
      return (value !== '' || name.startsWith('custom_metadata[')) && named.has(root) ? [] : [root]
    }),
  )
  const faults = [...ignored].map(
    (name) => `${name}: is not a filter with a value; the filters are ${FILTERS}`,
  )
  if (named.size === 0 && ignored.size === 0)
    faults.push(`query: needs at least one of the filters ${FILTERS}, such as before_date=2025-06-01`)
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, filter, trash: trash[0] === 'true' }
}
