import type { LanguageCode } from '../contract/languages.ts'
import type { JobPreview } from '../contract/preview.ts'
import type { Who } from '../contract/who.ts'

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
  /** Where its speakers have other numbers: what their names follow. */
  readonly moves?: readonly SpeakerMove[]
  /** What lists show of it. */
  readonly preview: Omit<JobPreview, 'languages'>
  /** What was recognised for it, compressed, if the audio was transcribed again. */
  readonly recognised?: Uint8Array
  /** What it says about the recognition; absent where no words differ from the revision before. */
  readonly measured?: Measured
  /** Who makes it. */
  readonly by: Who
}

/** What a corrected transcript says about the recognition. */
export interface Measured {
  /** Of each language; none unless enough is corrected that the rest can be taken as right. */
  readonly errors: readonly WordErrors[]
  /** Each once. */
  readonly corrections: readonly Correction[]
}

/** How many of the words that were recognised in a language are wrong, missing or too many. */
export interface WordErrors {
  readonly language: LanguageCode
  readonly model: string
  /** Words of the corrected text; characters in languages without spaces. */
  readonly words: number
  readonly wrong: number
}

/** A word or a phrase that was recognised, in lower case, and what was typed in its place. */
export interface Correction {
  readonly heard: string
  readonly typed: string
}

/** The text of a result. */
export function fullTranscript(result: string): string {
  const { transcription } = JSON.parse(result) as { transcription?: { full_transcript: string } }
  return transcription?.full_transcript ?? ''
}

/** Who says most of what a speaker of the revision before says. */
export interface SpeakerMove {
  readonly from: number
  readonly to: number
  /** How much of it. */
  readonly seconds: number
}
