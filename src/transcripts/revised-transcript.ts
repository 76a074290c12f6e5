/** Converts transcripts between their stored form and the form in which they are used. */
import { subtitlesConfig } from '../contract/features/subtitles.ts'
import type { Job } from '../contract/job.ts'
import { searchWords } from '../contract/search-words.ts'
import type { Transcription, Utterance } from '../contract/transcript.ts'
import { compressed, decompressed } from '../jobs/compressed.ts'
import { previewOf } from '../jobs/preview.ts'
import { type Splice, spliceBetween, spliced } from './splice.ts'
import type { NewRevision, StoredTranscript } from '../jobs/transcript.ts'
import { mostSpoken } from '../text/most-spoken.ts'
import { rewritten } from '../text/rewritten.ts'

/** A job that is done, and its transcript as of a revision. */
export interface JobTranscript {
  /** Its result is as recognised. Integers beyond 2^53 in its metadata are not exact. */
  readonly job: Job
  readonly revision: number
  /** Has sentences and subtitles for revision 0 only: making them takes up to 1 s for two hours of speech. */
  readonly transcription: Transcription
}

const NOTHING: Transcription = { full_transcript: '', languages: [], utterances: [] }

/** Parses a transcript: 0.4 s for one of 15 MB. */
export function parsedTranscript({ job: json, revision, ...stored }: StoredTranscript): JobTranscript {
  const job = parsed(json) as Job
  const whole =
    stored.transcription === null
      ? (job.result?.transcription ?? NOTHING)
      : (parsed(decompressed(stored.transcription)) as Transcription)
  if (stored.splices.length === 0) return { job, revision, transcription: whole }
  const utterances = stored.splices.reduce(
    (all, splice) => spliced(all, parsed(decompressed(splice)) as Splice),
    whole.utterances,
  )
  return { job, revision, transcription: transcriptionOf(utterances) }
}

const parsed = (json: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(json))

export function transcriptionOf(utterances: readonly Utterance[]): Transcription {
  return { ...rewritten(utterances), languages: mostSpoken(utterances) }
}

/** The stored form of a revision. */
export function changeBetween(
  before: Transcription,
  after: Transcription,
): Omit<NewRevision, 'from' | 'changes' | 'by'> {
  const splice = Buffer.from(JSON.stringify(spliceBetween(before.utterances, after.utterances)))
  return {
    wordsBefore: searchWords(before.full_transcript),
    words: searchWords(after.full_transcript),
    preview: previewOf(after),
    transcription: compressed(JSON.stringify(after)),
    splice: compressed(splice),
    spliceBytes: splice.length,
  }
}

/** The options for captions of a job, according to its request. */
export function captionOptions({ request_params: params }: Job) {
  return ('subtitles_config' in params ? params.subtitles_config : undefined) ?? subtitlesConfig.parse({})
}
