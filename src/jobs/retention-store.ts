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

/** How long jobs and their audio are kept. */
export interface RetentionStore {
  /** The retention that was set for an account; null if none was. */
  get(account: number): Promise<Retention | null>
  set(account: number, retention: Retention): Promise<void>
  /** Returns the account to the default. */
  reset(account: number): Promise<void>
  /**
   * The arguments for `removeExpired`.
   * @param byDefault the retention of accounts for which none was set
   */
  expiring(byDefault: Retention): Promise<ExpiringJobs[]>
  /**
   * Deletes jobs or their audio whose retention has ended, at most `limit`, those that ended first. The bytes of files are left to the
   * upload store.
   * @returns of how many
   */
  removeExpired(jobs: ExpiringJobs, limit: number): Promise<number>
}
