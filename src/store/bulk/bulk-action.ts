import type { Expression, ExpressionBuilder, Selectable, SqlBool, Transaction } from 'kysely'
import type { Who } from '../../contract/who.ts'
import type { Topic } from '../../jobs/wake.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { JobChange } from '../jobs/count-job-change.ts'
import { removedColumns } from '../jobs/remove-jobs.ts'
import type { Schema } from '../schema.ts'

/** The columns of jobs that are passed to actions. */
export const bulkColumns = [...removedColumns, 'account', 'request_params'] as const

/** A batch of jobs of one account, in the transaction that advances the request past them. */
interface BulkBatch<Options> {
  readonly dialect: Dialect
  readonly db: Transaction<Schema>
  readonly change: JobChange
  readonly jobs: readonly Pick<Selectable<Schema['jobs']>, (typeof bulkColumns)[number]>[]
  readonly options: Options
  readonly requestedBy: Who
}

/** What bulk requests of one kind do to jobs. */
export interface BulkAction<Options> {
  /** Whether the action applies to jobs of a bucket. Other jobs that match the filter are neither counted nor handled. */
  readonly isFor: (bucket: number) => boolean
  /** Whether it frees space, and therefore continues while the disk is full. */
  readonly freesSpace: boolean
  /** Condition under which a request may continue; until it holds, the request is skipped. Null for none. */
  readonly mayContinue: ((eb: ExpressionBuilder<Schema, 'bulk_requests'>) => Expression<SqlBool>) | null
  readonly handle: (batch: BulkBatch<Options>) => Promise<void>
  /** The topic that nodes are notified of after the commit of a batch; null for none. */
  readonly wakes: Topic | null
}
