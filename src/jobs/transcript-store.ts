import type { JobStatus } from '../contract/common.ts'
import type { StoredJson } from './stored-json.ts'

/** What has to be known of a transcript before it is read. */
export interface TranscriptState {
  readonly status: JobStatus
  /** The newest revision; 0 for a transcript that was not corrected. */
  readonly newest: number
}

/**
 * A job that is done, with its transcript as of a revision, as it is stored. It is parsed in a thread
 * (transcripts/transcript-maker.ts), so it is data only.
 */
export interface StoredTranscript {
  /** The job as JSON, with its result as recognised. */
  readonly job: Uint8Array
  readonly revision: number
  /** The whole transcription as JSON, compressed; null for that of the result. */
  readonly transcription: Uint8Array | null
  /** What is then changed, in order: splices as JSON, compressed. */
  readonly splices: readonly Uint8Array[]
}

/** A change of a transcript. */
export interface NewRevision {
  /** The revision that was changed. */
  readonly from: number
  /** The words by which lists find that one. */
  readonly wordsBefore: readonly string[]
  /** Number of utterances that differ. */
  readonly changes: number
  /** The new transcription as JSON, compressed. */
  readonly transcription: Uint8Array
  /** The splice of its utterances as JSON, compressed, and its bytes before that. */
  readonly splice: Uint8Array
  readonly spliceBytes: number
  /** The words by which lists find it. */
  readonly words: readonly string[]
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
 * as its difference from the one before, the newest as a whole too. The words of the newest are those that lists find.
 */
export interface TranscriptStore {
  /** Null when the account has no such job. */
  state(account: number, id: string): Promise<TranscriptState | null>
  /** Null when the account has no such job that is done, or its transcript no such revision. */
  get(account: number, id: string, revision: number): Promise<StoredTranscript | null>
  /** The transcription of a revision as JSON; null when it is not stored as a whole, or there is none. */
  json(account: number, id: string, revision: number): Promise<StoredJson | null>
  /**
   * Adds a revision after `change.from`, unless that is no longer the newest. Of several changes of one revision, one is added.
   * @returns whether it was added, and the newest revision; null when the account has no such job that is done
   * @throws {LimitError} when the account may not store so much
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
