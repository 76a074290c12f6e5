/** The part of a transcript that a link to it shows, and nothing else of its job. */
import type { SharedFormat, SharedTranscript } from '../contract/shares.ts'
import type { Utterance } from '../contract/transcript.ts'
import { compressed } from '../jobs/compressed.ts'
import { exportAs } from './exports/exporters.ts'
import { exportOf } from './exports/job-export.ts'
import { type JobTranscript, transcriptionOf } from './revised-transcript.ts'

/** What a link shows. */
export interface SharedPart {
  /** Seconds; null for the beginning. */
  readonly from: number | null
  /** Seconds; null for the end. */
  readonly to: number | null
  /** Whether to show the transcript only if it was redacted, and without the title and speaker names added to it. */
  readonly redacted: boolean
}

/** What the page of the link offers. */
type Offer = Pick<SharedTranscript, 'audio' | 'download'>

/** What must be known about a transcript before it is shared. */
export function shareable({ job: { request_params, result }, transcription: { utterances } }: JobTranscript) {
  const ends = utterances.map(({ end }) => end)
  return {
    /** Seconds. */
    duration: ends.reduce((latest, end) => Math.max(latest, end), result?.metadata.audio_duration ?? 0),
    /** Requested is enough: if redaction fails, so does the job. */
    isRedacted: 'pii_redaction' in request_params && request_params.pii_redaction,
  }
}

/** The transcript as JSON, compressed; null if it must be redacted and is not. */
export function sharedTranscript(
  found: JobTranscript,
  { audio, download, ...part }: SharedPart & Offer,
): Uint8Array | null {
  if (part.redacted && !shareable(found).isRedacted) return null
  const { title, speaker_names: names } = detailsOf(found, part)
  const utterances = utterancesOf(found, part)
  const speakers = new Set(utterances.map(({ speaker }) => String(speaker)))
  const shared: SharedTranscript = {
    ...{ title, audio, download },
    duration: durationOf(found, part),
    speaker_names: Object.fromEntries(Object.entries(names).filter(([speaker]) => speakers.has(speaker))),
    utterances: utterances.map(({ confidence: _own, words, ...utterance }) => ({
      ...utterance,
      words: words.map(({ word, start, end }) => ({ word, start, end })),
    })),
  }
  return compressed(JSON.stringify(shared))
}

/** The transcript as a file, and its title; null if it must be redacted and is not. */
export async function sharedFile(
  found: JobTranscript,
  { format, ...part }: SharedPart & { readonly format: SharedFormat },
): Promise<{ readonly title: string; readonly content: Uint8Array } | null> {
  if (part.redacted && !shareable(found).isRedacted) return null
  const { job } = found
  const details = detailsOf(found, part)
  const exported = {
    ...exportOf(
      // Without the audio file, whose name must not become the title.
      { ...found, job: { ...job, details: { ...job.details, ...details }, file: null } },
      transcriptionOf(utterancesOf(found, part)),
      { hasSpeakers: true, hasParagraphs: true },
    ),
    duration: durationOf(found, part),
  }
  return { title: exported.title, content: compressed(await exportAs(format, exported)) }
}

/** The title and speaker names, unless only redacted text may be shown: they may contain what was redacted. */
function detailsOf({ job: { details } }: JobTranscript, { redacted }: SharedPart) {
  const { title, speaker_names } = details
  return redacted ? { title: null, speaker_names: {} } : { title, speaker_names }
}

function durationOf(found: JobTranscript, { from, to }: SharedPart): number {
  return Math.max(0, (to ?? shareable(found).duration) - (from ?? 0))
}

/** The utterances of the part, with times relative to it. Of utterances that cross its borders, the words wholly inside. */
function utterancesOf(
  { transcription: { utterances } }: JobTranscript,
  { from, to }: SharedPart,
): Utterance[] {
  if (from === null && to === null) return utterances
  const [first, last] = [from ?? 0, to ?? Infinity]
  const isInside = ({ start, end }: { start: number; end: number }) =>
    start > first - TYPED_SECONDS && end < last + TYPED_SECONDS
  const shifted = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: Math.max(0, round(timed.start - first)),
    end: round(timed.end - first),
  })
  return utterances.flatMap((utterance) => {
    const words = utterance.words.filter(isInside)
    const shiftedWords = words.map(shifted)
    if (isInside(utterance) && words.length === utterance.words.length)
      return [{ ...shifted(utterance), words: shiftedWords }]
    const [opening, closing] = [words[0], words.at(-1)]
    if (opening === undefined || closing === undefined) return []
    const text = words
      .map(({ word }) => word)
      .join('')
      .trim()
    const { start, end } = shifted({ start: opening.start, end: Math.max(...words.map((one) => one.end)) })
    return [{ ...utterance, start, end, text, words: shiftedWords }]
  })
}

/** Tolerance, in seconds: people select words, and ranges hold the times of these words with the typed precision. */
const TYPED_SECONDS = 0.001

/** Rounds to microseconds, to remove the error of the subtraction. */
const round = (seconds: number): number => Math.round(seconds * 1e6) / 1e6
