import type { Transcription, Utterance } from '../contract/transcript.ts'
import { subtitlesConfig } from '../contract/features/subtitles.ts'
import type { Job } from '../contract/job.ts'
import { rewritten } from '../intelligence/text/rewritten.ts'
import { subtitleFile } from '../intelligence/text/captions/subtitle-file.ts'
import { sentencesOf } from '../intelligence/text/timed-sentences.ts'
import type { StoredTranscript } from '../jobs/transcript-store.ts'
import { mostSpoken } from '../recognition/speech/most-spoken.ts'

/** A job that is done, and its transcript as of a revision. */
export interface JobTranscript extends Pick<StoredTranscript, 'job' | 'revision'> {
  /** Without sentences and subtitles, except in revision 0. */
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

/** The transcript with its sentences and subtitles, if they were requested: 0.3 s for two hours of speech. */
export function withSentencesAndSubtitles({ job, revision, transcription }: JobTranscript): Transcription {
  if (revision === 0) return transcription
  const { utterances } = transcription
  const { sentences, subtitles } = job.result?.transcription ?? {}
  const duration = job.result?.metadata.audio_duration ?? 0
  return {
    ...transcription,
    ...(sentences && {
      sentences: sentences.map((one) => {
        if (!one.success) return one
        const results = sentencesOf(utterances).map(({ text }) => text)
        return { ...one, is_empty: results.length === 0, results }
      }),
    }),
    ...(subtitles && {
      subtitles: subtitles.map(({ format }) => ({
        format,
        subtitles: subtitleFile(utterances, captionOptions(job), format, duration),
      })),
    }),
  }
}

/** How the captions of a job are made: as its request says. */
export function captionOptions({ request_params: params }: Job) {
  return ('subtitles_config' in params ? params.subtitles_config : undefined) ?? subtitlesConfig.parse({})
}
