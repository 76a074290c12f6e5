import type { LanguageCode } from '../contract/languages.ts'
import type { JobPreview } from '../contract/preview.ts'
import type { Who } from '../contract/who.ts'

/**
 * A job that is done and its transcript at some revision, as stored. It is passed to a thread for parsing
 * (transcripts/transcript-maker.ts), so it contains only data.
 */
export interface StoredTranscript {
  /** The job as JSON, with its result as recognised. */
  readonly job: Uint8Array
  readonly revision: number
  /** The transcription to start from, as compressed JSON; null for that of the result. */
  readonly transcription: Uint8Array | null
  /** The splices to apply to it, in order, as compressed JSON. */
  readonly splices: readonly Uint8Array[]
}

/** A revision to store. */
export interface NewRevision {
  /** The revision that it changes. */
  readonly from: number
  /** The indexed words of that revision. */
  readonly wordsBefore: readonly string[]
  /** Number of utterances that differ. */
  readonly changes: number
  /** The new transcription as compressed JSON. */
  readonly transcription: Uint8Array
  /** The splice of its utterances as compressed JSON, and its size before compression in bytes. */
  readonly splice: Uint8Array
  readonly spliceBytes: number
  /** The words to index. */
  readonly words: readonly string[]
  /** If speakers were renumbered: how their names move. */
  readonly moves?: readonly SpeakerMove[]
  /** The preview that lists show. */
  readonly preview: Omit<JobPreview, 'languages'>
  /** For a retranscription: the transcript as recognised, compressed. */
  readonly recognised?: Uint8Array
  /** What the correction shows about the recognition; undefined if no words differ from the previous revision. */
  readonly measured?: Measured
  /** The author. */
  readonly by: Who
}

/** What a corrected transcript shows about the recognition. */
export interface Measured {
  /** By language; empty unless enough was corrected to assume that the rest is right. */
  readonly errors: readonly WordErrors[]
  /** Without duplicates. */
  readonly corrections: readonly Correction[]
}

/** Recognition errors in a language. */
export interface WordErrors {
  readonly language: LanguageCode
  readonly model: string
  /** Number of words in the corrected text; of characters in languages without spaces. */
  readonly words: number
  /** Words that were substituted, missing or inserted. */
  readonly wrong: number
}

/** A recognised word or phrase, in lower case, and the text that replaced it. */
export interface Correction {
  readonly heard: string
  readonly typed: string
}

/** The full transcript in the JSON of a result. */
export function fullTranscript(result: string): string {
  const { transcription } = JSON.parse(result) as { transcription?: { full_transcript: string } }
  return transcription?.full_transcript ?? ''
}

/** A speaker of the previous revision, and the new speaker with the largest part of its speech. */
export interface SpeakerMove {
  readonly from: number
  readonly to: number
  /** Duration of that part. */
  readonly seconds: number
}
