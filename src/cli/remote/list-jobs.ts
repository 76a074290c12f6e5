import { once } from 'node:events'
import type { Job, JobField, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { type Column, tableOf } from '../table.ts'
import { age, duration } from './formatting.ts'
import type { Io } from './io.ts'
import { listFilters } from './list-options.ts'

export interface PageOptions {
  readonly limit: number
  readonly all?: true
  readonly json?: true
}

/** How many items to fetch at a time. One more than is printed tells whether there are more. */
export const pageSize = (limit: number): number => Math.min(limit + 1, 100)

type ListOptions = PageOptions & { readonly ids?: true } & Readonly<Record<string, unknown>>

const COLUMNS: readonly Column[] = [['ID', 36], ['STATUS', 10], ['AGE', 6], ['LENGTH', 7], ['NAME']]
/** The fields that the columns show. */
const FIELDS = ['id', 'status', 'created_at', 'file', 'details'] as const satisfies readonly JobField[]

/** Prints the newest jobs that match the filters. */
export async function listJobs(io: Io, client: Scriptorium, options: ListOptions): Promise<void> {
  const limit = options.all === true ? Infinity : options.limit
  const given = listFilters(options)
  const isJson = options.json === true || 'fields' in given
  const filters = {
    ...(!isJson && { fields: options.ids === true ? FIELDS.slice(0, 1) : FIELDS }),
    ...given,
    limit: pageSize(limit),
  }
  const jobs = client.list(filters, { signal: io.interrupted })
  if (isJson) {
    await printSome(io, jobs, limit, (job) => io.stdout.write(`${JSON.stringify(job)}\n`))
    return
  }
  if (options.ids === true) {
    await printSome(io, jobs, limit, ({ id }) => io.stdout.write(`${id}\n`))
    return
  }
  const print = tableOf(io.stdout, COLUMNS)
  const count = await printSome(io, jobs, limit, (job) => print(cellsOf(job)))
  if (count === 0)
    io.stderr.write(Object.keys(given).length > 0 ? 'No jobs match.\n' : 'There are no jobs.\n')
}

/** Prints items as they arrive, respecting backpressure. @returns how many were printed */
export async function printSome<Item>(
  { stdout, stderr, interrupted: signal }: Io,
  items: AsyncIterable<Item>,
  limit: number,
  print: (item: Item) => boolean,
): Promise<number> {
  let count = 0
  for await (const item of items) {
    if (count === limit) {
      if (stdout.isTTY === true)
        stderr.write(`These are the newest ${limit}; --limit and --all print more.\n`)
      break
    }
    count++
    if (!print(item)) await once(stdout, 'drain', { signal })
  }
  return count
}

function cellsOf({
  id,
  status,
  created_at: created,
  file,
  details,
}: Pick<Job, (typeof FIELDS)[number]>): string[] {
  const name = details.title ?? file?.filename ?? ''
  return [id, status, age(created), duration(file?.audio_duration), name]
}
