/** What is deleted in the background: what was asked for, and what has expired. */

import type { Who } from '../contract/who.ts'

/** The deletion of the jobs of an account that match a filter, in the background. Times are milliseconds since 1970. */
export interface Deletion {
  readonly id: string
  readonly status: 'running' | 'done' | 'failed'
  /** How many jobs there were to delete; null when there were too many to count. */
  readonly matched: number | null
  /** How many it has deleted. */
  readonly deleted: number
  /** Whether it moves them to the trash. */
  readonly isToTrash: boolean
  readonly requestedBy: Who
  readonly createdAt: number
  readonly completedAt: number | null
}

/** An account that is being deleted, in the background. */
export interface DeletedAccount {
  readonly id: number
  readonly name: string
}

/** A name cannot be used while an account that has it is being deleted. */
export class AccountBeingDeletedError extends Error {
  override readonly name = 'AccountBeingDeletedError'

  constructor(account: string) {
    super(`The account ${account} is being deleted: its name can be used again afterwards`)
  }
}

/** Days from the end of a job; null for ever. */
export interface Retention {
  readonly audioDays: number | null
  readonly transcriptDays: number | null
}

/** Jobs of which something expires: those of an account, or those of all accounts with a retention of their own. */
export interface ExpiringJobs {
  readonly what: 'audio' | 'transcript'
  /** Null for the jobs with a retention of their own. */
  readonly of: { readonly account: number; readonly days: number } | null
}
