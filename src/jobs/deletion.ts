/** What is deleted in the background: accounts, and what has expired. */

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
