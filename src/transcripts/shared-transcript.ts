/** What somebody sees of a transcript who has a link to it, and nothing else of its job. */
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
  /** Whether only a transcript that was redacted is shown, without names that were added to it. */
  readonly redacted: boolean
}

/** What its page offers. */
type Offer = Pick<SharedTranscript, 'audio' | 'download'>

/** What has to be known of a transcript before it is shared. */
export function shareable({ job: { request_params, result }, transcription: { utterances } }: JobTranscript) {
  const ends = utterances.map(({ end }) => end)
  return {
    /** Seconds. */
    duration: ends.reduce((latest, end) => Math.max(latest, end), result?.metadata.audio_duration ?? 0),
    /** The redaction fails its job if it fails. */
    isRedacted: 'pii_redaction' in request_params && request_params.pii_redaction,
  }
}

/** The transcript as JSON; null when it is to be redacted and is not. */
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

/** The transcript as a file, and its title; null when it is to be redacted and is not. */
export async function sharedFile(
  found: JobTranscript,
  { format, ...part }: SharedPart & { readonly format: SharedFormat },
): Promise<{ readonly title: string; readonly content: Uint8Array } | null> {
  if (part.redacted && !shareable(found).isRedacted) return null
  const { job } = found
  const details = detailsOf(found, part)
  const exported = {
    ...exportOf(
      // Its title is not the name of the audio file.
      { ...found, job: { ...job, details: { ...job.details, ...details }, file: null } },
      transcriptionOf(utterancesOf(found, part)),
      { hasSpeakers: true, hasParagraphs: true },
    ),
    duration: durationOf(found, part),
  }
  return { title: exported.title, content: compressed(await exportAs(format, exported)) }
}

/** The owner's title and names of speakers: they may be what was redacted. */
function detailsOf({ job: { details } }: JobTranscript, { redacted }: SharedPart) {
  const { title, speaker_names } = details
  return redacted ? { title: null, speaker_names: {} } : { title, speaker_names }
}

function durationOf(found: JobTranscript, { from, to }: SharedPart): number {
  return Math.max(0, (to ?? shareable(found).duration) - (from ?? 0))
}

/** The utterances of the part, with the times of its audio: of one that begins or ends elsewhere, the words that are wholly inside. */
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

/** The end of a range is that of a word that was selected, as far as it was typed. */
const TYPED_SECONDS = 0.001

/** To microseconds, without the digits that subtraction leaves. */
const round = (seconds: number): number => Math.round(seconds * 1e6) / 1e6
