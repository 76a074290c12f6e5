/** The changes of the jobs of an account, for programs that keep a mirror. An addition of Scriptorium. */
import { z } from 'zod'
import { type ChangeCursor, parseChangeCursor } from './change-cursor.ts'
import { type JobField, jobField, jobId } from './common.ts'
import { job, jobFields } from './job.ts'
import { MAX } from './limits.ts'
import { listParameters } from './list-query.ts'
import { choice, nameFaults, wholeNumberFrom } from './query-parameters.ts'

const DEFAULT_LIMIT = 100

/** The parameters as the OpenAPI document lists them; `parseChangesQuery` parses them. */
export const changeParameters = z.object({
  after: z
    .string()
    .optional()
    .describe(
      'The `next` of the previous page: only later changes. Without it, the changes begin with the job that has been unchanged for the ' +
        'longest time. `now` stands for the newest change: the page is empty, and its `next` is where to continue.',
    ),
  limit: z
    .int()
    .min(1)
    .max(MAX.changes)
    .describe('The maximum number of jobs to return.')
    .default(DEFAULT_LIMIT),
  fields: listParameters.shape.fields.describe(
    'The fields of each job to return, comma-separated: `id,status,created_at`. `id` is always included.',
  ),
})

const deletedJob = z
  .strictObject({ id: jobId, deleted: z.literal(true) })
  .meta({ id: 'DeletedJob', description: 'A job that was deleted or moved to the trash.' })

function changePage<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .strictObject({
      items: z
        .array(z.union([item, deletedJob]))
        .describe('The jobs in their current state, each once, ordered by their last change.'),
      next: z
        .string()
        .describe('Send it as `after` to get later changes. Always present; it does not expire.'),
      more: z.boolean().describe('Whether more changes can be read now.'),
    })
    .meta({ id, description: 'Jobs that have changed.' })
}

export const jobChanges = z.union([changePage('JobChanges', job), changePage('JobFieldsChanges', jobFields)])

export interface ChangesQuery {
  /** Null for the beginning. */
  readonly after: ChangeCursor | 'now' | null
  readonly limit: number
  /** Null for all of them. */
  readonly fields: readonly JobField[] | null
}

const NAMES: ReadonlySet<string> = new Set(Object.keys(changeParameters.shape))
const NAMES_OF_LISTS = new Set(Object.keys(listParameters.shape)).difference(NAMES)

/**
 * Parses the decoded names and values of a query, like `parseListQuery`.
 * @returns the query, or one line per fault, beginning with the name of the parameter
 */
export function parseChangesQuery(
  pairs: readonly (readonly [name: string, value: string])[],
): { ok: true; query: ChangesQuery } | { ok: false; faults: string[] } {
  const faults: string[] = []
  const given = { after: [] as string[], limit: [] as string[], fields: [] as string[] }
  for (const [name, value] of pairs) {
    const [root = ''] = name.split('[', 1)
    if (value === '' && !name.includes('[')) continue
    if (name === 'after' || name === 'limit' || name === 'fields') given[name].push(value)
    // If a filter were ignored, it would seem to work. If it applied, a mirror would not learn that a job no longer matches.
    else if (NAMES_OF_LISTS.has(root))
      faults.push(
        `${root}: changes have no such parameter: they are those of all jobs; leave out what you do not need`,
      )
    else faults.push(...nameFaults(name, NAMES))
  }
  for (const name of ['after', 'limit'] as const)
    if (given[name].length > 1) faults.push(`${name}: must be given once`)
  const [text = null] = given.after
  const after = text === null || text === 'now' ? text : parseChangeCursor(text)
  if (text !== null && after === null) faults.push('after: must be copied from the next of a page, or be now')
  const limit = wholeNumberFrom(1)(given.limit[0] ?? String(DEFAULT_LIMIT))
  if (limit === null || limit > MAX.changes)
    faults.push(`limit: must be a whole number from 1 to ${MAX.changes}`)
  const fields = choice('fields', given.fields, jobField.options, faults)
  if (limit === null || faults.length > 0) return { ok: false, faults }
  return { ok: true, query: { after, limit, fields } }
}
