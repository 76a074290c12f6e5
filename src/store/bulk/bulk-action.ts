import type { Expression, ExpressionBuilder, Selectable, SqlBool, Transaction } from 'kysely'
import type { Who } from '../../contract/who.ts'
import type { Topic } from '../../jobs/wake.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { JobChange } from '../jobs/count-job-change.ts'
import { removedColumns } from '../jobs/remove-jobs.ts'
import type { Schema } from '../schema.ts'

/** The columns of a job that actions are given. */
export const bulkColumns = [...removedColumns, 'account', 'request_params'] as const

/** A batch of jobs, in the transaction that moves the request past them. */
interface BulkBatch<Options> {
  readonly dialect: Dialect
  readonly db: Transaction<Schema>
  /** Of their account. */
  readonly change: JobChange
  readonly jobs: readonly Pick<Selectable<Schema['jobs']>, (typeof bulkColumns)[number]>[]
  readonly options: Options
  readonly requestedBy: Who
}

/** What bulk requests of one kind do to jobs. */
export interface BulkAction<Options> {
  /** Whether it is for jobs of a bucket. Others that match the filter are neither counted nor handled. */
  readonly isFor: (bucket: number) => boolean
  /** Whether it frees space, so that it goes on while the disk is full. */
  readonly freesSpace: boolean
  /** Whether a request may go on now, instead of being passed over until it may; null for always. */
  readonly mayGoOn: ((eb: ExpressionBuilder<Schema, 'bulk_requests'>) => Expression<SqlBool>) | null
  readonly handle: (batch: BulkBatch<Options>) => Promise<void>
  /** What nodes are woken for after the commit of a batch; null for nothing. */
  readonly wakes: Topic | null
}
