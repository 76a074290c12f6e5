/** Lists as a store returns them. */
import type { JobField } from '../../src/contract/common.ts'
import type { ListFilter } from '../../src/contract/list-query.ts'
import type { JobWindow } from '../../src/jobs/job.ts'
import type { Store } from '../../src/store/open-store.ts'
import { NO_FILTER } from './no-filter.ts'

export interface ListedJob {
  readonly id: string
  readonly status: string
}

/** One page, read to its end; of all jobs unless a filter is given. */
export async function listed(
  { jobs }: Pick<Store, 'jobs'>,
  account: number,
  filter: Partial<ListFilter> = {},
  window: Partial<JobWindow> = {},
  fields: readonly JobField[] = ['id', 'status'],
): Promise<{ items: ListedJob[]; total: number | null; next: number | null }> {
  const { total, next, items } = await jobs.page(
    account,
    { ...NO_FILTER, ...filter },
    { offset: 0, limit: 1_000, cursor: null, ...window },
    fields,
  )
  const texts: string[] = []
  if (Buffer.isBuffer(items)) texts.push(items.toString())
  else for await (const chunk of items) texts.push(chunk.toString())
  return { total, next, items: JSON.parse(`[${texts.join('')}]`) as ListedJob[] }
}

export const idsOf = (jobs: readonly { readonly id: string }[]): string[] => jobs.map(({ id }) => id)
