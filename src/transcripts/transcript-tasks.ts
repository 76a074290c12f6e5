/** Tasks on whole transcripts. They run in a thread (`transcript-maker.ts`), so they take and return only data. */
import type { DiarizationConfig } from '../contract/features/diarization.ts'
import type { ExportFormat } from '../contract/export-formats.ts'
import type { CorrectedUtterance } from '../contract/revisions.ts'
import { MAX_CHANGES } from '../contract/retranscription.ts'
import type { Transcription, Utterance } from '../contract/transcript.ts'
import { compressed, decompressed } from '../jobs/compressed.ts'
import type { Proposal } from '../jobs/retranscription.ts'
import type { NewRevision } from '../jobs/transcript.ts'
import { unpacked } from '../speech/speakers/kept-voices.ts'
import { rangeOf } from '../speech/speakers/speaker-clusters.ts'
import { speakersAgain as detectedAgain } from '../speech/speakers/speakers-again.ts'
import { exportAs } from './exports/exporters.ts'
import { exportOf, translationOf } from './exports/job-export.ts'
import { carriedOver, correctedWords } from './carried-over.ts'
import { matchesIn } from './matches.ts'
import { measuredCorrections } from './measured-corrections.ts'
import { openAiAnswer } from './openai-answers.ts'
import { changeBetween, type JobTranscript, transcriptionOf } from './revised-transcript.ts'
import { revisedUtterances } from './revised-utterances.ts'
import { speakerMoves } from './speaker-moves.ts'
import { wordChanges } from './word-changes.ts'
import { shareable, sharedFile, sharedTranscript } from './shared-transcript.ts'
import { utterancesInRange } from './utterances-in-range.ts'

/** Each task is a function of a transcript and of its options. Texts are returned compressed. */
export const TRANSCRIPT_TASKS = {
  json,
  text,
  fullText,
  export: exported,
  match,
  utterances: utterancesInRange,
  correct,
  speakersAgain,
  difference,
  acceptance,
  answer: openAiAnswer,
  shareable,
  sharedTranscript,
  sharedFile,
}

/** The transcription as JSON. */
function json({ transcription }: JobTranscript): Uint8Array {
  return compressed(JSON.stringify(transcription))
}

interface TextRequest {
  readonly format: 'json' | 'txt' | 'srt' | 'vtt'
  readonly hasParagraphs: boolean
}

/** The transcript as text, JSON or captions; captions are those stored with the job, if it has them. */
async function text(found: JobTranscript, { format, hasParagraphs }: TextRequest): Promise<Uint8Array> {
  const stored = found.transcription.subtitles?.find((one) => one.format === format)
  return compressed(
    stored?.subtitles ?? (await exportAs(format, exportOf(found, undefined, { hasParagraphs }))),
  )
}

function fullText({ transcription }: JobTranscript): string {
  return transcription.full_transcript
}

interface ExportRequest {
  readonly format: ExportFormat
  /** Language of the translation to export; if undefined, the transcript is exported. */
  readonly translation?: string | undefined
  readonly hasSpeakers: boolean
  readonly hasTimestamps: boolean
  readonly hasSummary: boolean
  readonly hasParagraphs: boolean
}

/** The content of a file, and its title; null if there is no such translation. */
async function exported(
  found: JobTranscript,
  { format, translation, ...shown }: ExportRequest,
): Promise<{ readonly title: string; readonly content: Uint8Array } | null> {
  const translated = translation === undefined ? undefined : translationOf(found, translation)
  if (translated === null) return null
  const whole = exportOf(found, translated, shown)
  return { title: whole.title, content: compressed(await exportAs(format, whole)) }
}

/** The utterances that contain the words. */
function match(
  { transcription }: JobTranscript,
  { words, ...page }: { readonly words: readonly string[]; readonly offset: number; readonly limit: number },
) {
  return matchesIn(transcription.utterances, words, page)
}

/** The outcome of changing a transcript. */
export interface Changed {
  /** The new transcription as JSON. */
  readonly transcription: Uint8Array
  /** Null if nothing differs. */
  readonly change: Omit<NewRevision, 'from' | 'by'> | null
}

type Correction =
  /** Why the correction is invalid. */
  { readonly fault: string } | ({ readonly fault: null } & Changed)

/** The transcript with a correction. */
function correct(found: JobTranscript, corrected: readonly CorrectedUtterance[]): Correction {
  const fault = faultOf(corrected, found)
  if (fault !== null) return { fault }
  const before = found.transcription
  const { utterances, changes } = revisedUtterances(before.utterances, corrected)
  if (changes === 0) return { fault: null, transcription: json(found), change: null }
  const { result } = found.job
  const recognised = result?.transcription?.utterances ?? []
  const change = {
    changes,
    ...changeBetween(before, transcriptionOf(utterances)),
    measured: measuredCorrections(recognised, utterances, result?.metadata.models ?? []),
  }
  return { fault: null, transcription: change.transcription, change }
}

interface SpeakersRequest {
  /** As they are kept with the job. */
  readonly voices: Uint8Array
  readonly config: DiarizationConfig
}

/** The transcript with its speakers told apart again. Takes 1 s for an hour of audio, up to 20 s for twelve. */
async function speakersAgain(found: JobTranscript, { voices, config }: SpeakersRequest): Promise<Changed> {
  const before = found.transcription
  const utterances = await detectedAgain(before.utterances, unpacked(voices), rangeOf(config))
  const changes = differing(before.utterances, utterances)
  if (changes === 0) return { transcription: json(found), change: null }
  const moves = speakerMoves(before.utterances, utterances)
  const change = { changes, moves, ...changeBetween(before, transcriptionOf(utterances)) }
  return { transcription: change.transcription, change }
}

/** What accepting a new transcript of the same audio would change. */
function difference(found: JobTranscript, proposal: Proposal) {
  const { utterances, kept } = carried(found, proposal)
  const { words, changes } = wordChanges(found.transcription.utterances, utterances, kept)
  return { words, kept: kept.length, changes: changes.slice(0, MAX_CHANGES) }
}

/** The transcript once a new one of the same audio is accepted. */
function acceptance(found: JobTranscript, proposal: Proposal): Changed {
  const before = found.transcription
  const { utterances } = carried(found, proposal)
  const changes = differing(before.utterances, utterances)
  if (changes === 0) return { transcription: json(found), change: null }
  const change = { changes, ...changeBetween(before, transcriptionOf(utterances)) }
  return { transcription: change.transcription, change }
}

/** A new recognition, with people's corrections of the transcript carried over. */
function carried({ job, transcription: { utterances: corrected } }: JobTranscript, proposal: Proposal) {
  const utterancesOf = (packed: Uint8Array) =>
    (JSON.parse(decompressed(packed).toString()) as Transcription).utterances
  // If people returned to an earlier revision, the result may be closer to it than the last recognition.
  const [recognised = []] = [
    job.result?.transcription?.utterances ?? [],
    ...(proposal.recognised === null ? [] : [utterancesOf(proposal.recognised)]),
  ]
    .map((one) => ({ one, words: correctedWords({ recognised: one, corrected }) }))
    .toSorted((a, b) => a.words - b.words)
    .map(({ one }) => one)
  return carriedOver({ recognised, corrected, again: utterancesOf(proposal.again) })
}

/** How many utterances differ. */
function differing(before: readonly Utterance[], after: readonly Utterance[]): number {
  const known = new Set(before.map((one) => JSON.stringify(one)))
  const same = after.filter((one) => known.has(JSON.stringify(one))).length
  return Math.max(before.length, after.length) - same
}

/** Says what is outside the audio; null if nothing is. */
function faultOf(
  corrected: readonly CorrectedUtterance[],
  { job: { file, result }, transcription: { utterances } }: JobTranscript,
): string | null {
  const latest = utterances.reduce(
    (time, { end }) => Math.max(time, end),
    result?.metadata.audio_duration ?? 0,
  )
  const channels = utterances.reduce(
    (count, { channel }) => Math.max(count, channel + 1),
    file?.number_of_channels ?? 1,
  )
  for (const [i, { end, channel }] of corrected.entries()) {
    if (end > latest) return `utterances.${i}.end: must not be after the end of the audio, ${latest}`
    if (channel >= channels)
      return `utterances.${i}.channel: must be a channel of the audio, 0 to ${channels - 1}`
  }
  return null
}
