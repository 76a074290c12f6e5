import type { ListFilter } from '../contract/list-query.ts'

/** The deletion of the jobs of an account that match a filter, in the background. Times are milliseconds since 1970. */
export interface Deletion {
  readonly id: string
  readonly status: 'running' | 'done' | 'failed'
  /** How many jobs there were to delete; null when there were too many to count. */
  readonly matched: number | null
  /** How many it has deleted. */
  readonly deleted: number
  readonly createdAt: number
  readonly completedAt: number | null
}

/** Deletions of many jobs. They are carried out by calls of `advance`, of any node. */
export interface DeletionStore {
  /**
   * Records a deletion of the jobs that have ended by now and match. Durable when it returns, and kept for 30 days after its end.
   */
  begin(account: number, filter: ListFilter): Promise<Deletion>
  /** Null for an unknown one. */
  get(account: number, id: string): Promise<Deletion | null>
  /** The newest first. */
  newest(account: number, limit: number): Promise<Deletion[]>
  /**
   * Deletes the next jobs of the running deletion that has waited longest, at most `limit`, in one transaction. The bytes of their
   * files are left to the upload store. A deletion that the database rejects has failed.
   * @returns whether there was a running deletion
   */
  advance(limit: number): Promise<boolean>
}
