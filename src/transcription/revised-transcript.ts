import type { Transcription, Utterance } from '../contract/transcript.ts'
import { subtitlesConfig } from '../contract/features/subtitles.ts'
import type { Job } from '../contract/job.ts'
import { rewritten } from '../text/rewritten.ts'
import type { StoredTranscript } from '../jobs/transcript-store.ts'
import { mostSpoken } from '../recognition/speech/most-spoken.ts'

/** A job that is done, and its transcript as of a revision. */
export interface JobTranscript extends Pick<StoredTranscript, 'job' | 'revision'> {
  /** Only that of revision 0 has sentences and subtitles: to make them takes up to 1 s for two hours of speech. */
  readonly transcription: Transcription
}

/** The transcript of a job that is done. */
export function jobTranscript({ job, revision, utterances }: StoredTranscript): JobTranscript {
  const recognised = job.result?.transcription ?? { full_transcript: '', languages: [], utterances: [] }
  return { job, revision, transcription: revision === 0 ? recognised : transcriptionOf(utterances ?? []) }
}

export function transcriptionOf(utterances: readonly Utterance[]): Transcription {
  return { ...rewritten(utterances), languages: mostSpoken(utterances) }
}

/** How the captions of a job are made: as its request says. */
export function captionOptions({ request_params: params }: Job) {
  return ('subtitles_config' in params ? params.subtitles_config : undefined) ?? subtitlesConfig.parse({})
}
