import type { Job } from '../contract/job.ts'
import type { Transcription, Utterance } from '../contract/transcript.ts'

/** A job, and its transcript as of a revision. */
export interface StoredTranscript {
  /** With its result as recognised. Integers beyond 2^53 in metadata are not exact. */
  readonly job: Job
  readonly revision: number
  /** Null when the job is not done, or its transcript has no such revision. */
  readonly utterances: readonly Utterance[] | null
}

/** A change of a transcript. */
export interface NewRevision {
  /** The revision that was changed. */
  readonly from: number
  readonly before: Transcription
  readonly after: Transcription
  /** Number of utterances that differ. */
  readonly changes: number
  /** Id of the key that it is made with. */
  readonly key: string
}

export interface Revision {
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Name of the key that it was made with; null for what was recognised. */
  readonly key: string | null
  readonly changes: number
}

/**
 * Transcripts and their revisions. Revision 0 is what was recognised, which no change overwrites; each later one is stored
 * as its difference from the one before. The words of the newest are those that lists find.
 */
export interface TranscriptStore {
  /** Null when the account has no such job. */
  get(account: number, id: string, revision: number | 'newest'): Promise<StoredTranscript | null>
  /**
   * Adds a revision after `change.from`, unless that is no longer the newest. Of several changes of one revision, one is added.
   * @returns whether it was added, and the newest revision; null when the account has no such job that is done
   */
  add(
    account: number,
    id: string,
    change: NewRevision,
  ): Promise<{ readonly isAdded: boolean; readonly newest: number } | null>
  /**
   * The revisions of a transcript, newest first; none of a job that is not done. Null when the account has no such job.
   * @param page.before only those before this one; null for all
   */
  list(
    account: number,
    id: string,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<Revision[] | null>
}
