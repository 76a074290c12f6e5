/** Deletions in the background: of accounts, and of audio and transcripts that have expired. */

/** An account that is being deleted in the background. */
export interface DeletedAccount {
  readonly id: number
  readonly name: string
}

/** The name belongs to an account that is still being deleted. */
export class AccountBeingDeletedError extends Error {
  override readonly name = 'AccountBeingDeletedError'

  constructor(account: string) {
    super(`The account ${account} is being deleted: its name can be used again afterwards`)
  }
}

/** Days after the end of a job until its data are deleted; null keeps them for ever. */
export interface Retention {
  readonly audioDays: number | null
  readonly transcriptDays: number | null
}

/** Jobs with expiring data: those of one account, or those of all accounts that have their own retention. */
export interface ExpiringJobs {
  readonly what: 'audio' | 'transcript'
  /** Null for the jobs with their own retention. */
  readonly of: { readonly account: number; readonly days: number } | null
}
