/** Transcripts in the formats of the OpenAI API. */
import { EXPORT_FORMATS } from '../contract/export-formats.ts'
import type { ExportedTranscript } from '../contract/exports.ts'
import { languageName } from '../contract/languages.ts'
import type { OpenAiAnswer, OpenAiFields } from '../contract/openai.ts'
import { compressed } from '../jobs/compressed.ts'
import { exportAs } from './exports/exporters.ts'
import { exportOf, translationOf } from './exports/job-export.ts'
import type { JobTranscript } from './revised-transcript.ts'

type Task = 'transcribe' | 'translate'

type Answer =
  /** Why the transcript could not be translated. */
  | { readonly failure: string }
  /** The body is compressed. */
  | { readonly failure: null; readonly type: string; readonly body: Uint8Array }

/** The answer to a request whose job is done. */
export async function openAiAnswer(
  found: JobTranscript,
  { fields, task }: { readonly fields: OpenAiFields; readonly task: Task },
): Promise<Answer> {
  const transcript = task === 'translate' ? translationOf(found, 'en') : found.transcription
  if (transcript === null) {
    const { error } = found.job.result?.translation ?? {}
    return { failure: error?.message ?? 'the audio could not be translated' }
  }
  const { type, body } = await contentOf(found, transcript, fields, task)
  return { failure: null, type, body: compressed(body) }
}

async function contentOf(
  found: JobTranscript,
  transcript: ExportedTranscript,
  fields: OpenAiFields,
  task: Task,
): Promise<{ type: string; body: string }> {
  const { response_format: format } = fields
  switch (format) {
    case 'text':
      return { type: 'text/plain', body: `${transcript.full_transcript}\n` }
    case 'srt':
    case 'vtt':
      return {
        type: EXPORT_FORMATS[format].type,
        body: String(await exportAs(format, exportOf(found, transcript))),
      }
    case 'json':
    case 'verbose_json':
    case 'diarized_json':
      return { type: 'application/json', body: JSON.stringify(answerOf(found, transcript, fields, task)) }
  }
}

function answerOf(
  { job, transcription }: JobTranscript,
  { full_transcript: text, utterances }: ExportedTranscript,
  { response_format: format, timestamp_granularities: timed = ['segment'] }: OpenAiFields,
  task: Task,
): OpenAiAnswer {
  const duration = job.result?.metadata.audio_duration ?? 0
  const usage = { type: 'duration', seconds: Math.ceil(duration) } as const
  if (format === 'diarized_json')
    return { task: 'transcribe', duration, text, segments: bySpeaker(utterances), usage }
  if (format !== 'verbose_json') return task === 'translate' ? { text } : { text, usage }
  const segments = segmentsOf(utterances)
  if (task === 'translate') return { task, language: 'english', duration, text, segments }
  return {
    task,
    language: nameOf(transcription.languages[0]),
    duration,
    text,
    ...(timed.includes('segment') ? { segments } : {}),
    ...(timed.includes('word') ? { words: wordsOf(utterances) } : {}),
    usage,
  }
}

type Utterances = ExportedTranscript['utterances']

/** Confidence 0 has no logarithm. */
const LEAST_CONFIDENCE = 1e-6

const segmentsOf = (utterances: Utterances) =>
  utterances.map(({ start, end, text, confidence }, id) => ({
    id,
    seek: 0 as const,
    start,
    end,
    text,
    tokens: [],
    temperature: 0 as const,
    avg_logprob: Math.log(Math.max(LEAST_CONFIDENCE, confidence)),
    compression_ratio: 1 as const,
    no_speech_prob: 0 as const,
  }))

const wordsOf = (utterances: Utterances) =>
  utterances.flatMap(({ words }) => words.map(({ word, start, end }) => ({ word: word.trim(), start, end })))

const bySpeaker = (utterances: Utterances) =>
  utterances.map(({ start, end, text, speaker = 0 }, at) => ({
    type: 'transcript.text.segment' as const,
    id: `seg_${at}`,
    start,
    end,
    text,
    speaker: letterOf(speaker),
  }))

/** A to Z, then AA, AB and so on. */
function letterOf(speaker: number): string {
  const last = String.fromCodePoint(65 + (speaker % 26))
  return speaker < 26 ? last : letterOf(Math.floor(speaker / 26) - 1) + last
}

function nameOf(language: string | undefined): string {
  return language === undefined ? '' : languageName(language).toLowerCase()
}
