import type { Transcription, Utterance } from '../contract/transcript.ts'
import { subtitlesConfig } from '../contract/features/subtitles.ts'
import type { Job } from '../contract/job.ts'
import { rewritten } from '../intelligence/text/rewritten.ts'
import { subtitleFile } from '../intelligence/text/captions/subtitle-file.ts'
import { sentencesOf } from '../intelligence/text/timed-sentences.ts'
import type { StoredTranscript } from '../jobs/transcript-store.ts'
import { mostSpoken } from '../recognition/speech/most-spoken.ts'

/** The transcript of a job that is done, as of a revision: {@link revisedTranscript}, unless it is that of the result. */
export function transcriptionAt({ job, revision, utterances }: StoredTranscript): Transcription {
  const recognised = job.result?.transcription
  return revision > 0
    ? revisedTranscript(job, utterances ?? [])
    : (recognised ?? { full_transcript: '', languages: [], utterances: [] })
}

/** The transcript of a job with other utterances. Sentences and subtitles are made anew if they were requested. */
export function revisedTranscript(job: Job, utterances: readonly Utterance[]): Transcription {
  const { transcription, metadata } = job.result ?? {}
  const { sentences, subtitles } = transcription ?? {}
  const config = captionOptions(job)
  return {
    ...rewritten(utterances),
    languages: mostSpoken(utterances),
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
        subtitles: subtitleFile(utterances, config, format, metadata?.audio_duration ?? 0),
      })),
    }),
  }
}

/** How the captions of a job are made: as its request says. */
export function captionOptions({ request_params: params }: Job) {
  return ('subtitles_config' in params ? params.subtitles_config : undefined) ?? subtitlesConfig.parse({})
}
