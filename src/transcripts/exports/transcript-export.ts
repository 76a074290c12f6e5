/** The data of an export, and the lines that most formats consist of. */
import type { ExportedTranscript } from '../../contract/exports.ts'
import type { Paragraph } from '../../contract/transcript.ts'
import { clock } from '../../text/captions/clock.ts'
import type { SubtitleOptions } from '../../text/captions/subtitle-settings.ts'
import { paragraphsOf } from './paragraphs.ts'

/** A transcript to export. */
export interface TranscriptExport {
  readonly title: string
  /** The name of the audio file; null if there is none. */
  readonly filename: string | null
  /** Duration of the audio, in seconds. */
  readonly duration: number
  readonly transcript: ExportedTranscript
  /** Follows the transcript in txt, md, docx and json; null if it is not requested, or there is none. */
  readonly summary: string | null
  /** By speaker number. */
  readonly speakerNames: Readonly<Record<string, string>>
  readonly captions: SubtitleOptions
  /** Whether utterances show the name of their speaker. */
  readonly hasSpeakers: boolean
  /** Whether lines begin with their time. */
  readonly hasTimestamps: boolean
  /** Whether the text is in paragraphs, in formats that have them. */
  readonly hasParagraphs: boolean
}

/** A displayed utterance or paragraph. */
export interface Line {
  /** Seconds from the start of the audio. */
  readonly start: number
  /** Seconds from the start of the audio. */
  readonly end: number
  /** Name of the speaker; null if it is not shown. */
  readonly speaker: string | null
  /** The time and the speaker, if they are shown: `00:01:02 Anna:`. */
  readonly head: string
  /** Without line breaks and other control characters. */
  readonly text: string
  readonly channel: number
}

/** A displayed utterance. */
export interface UtteranceLine extends Line {
  readonly language: string
}

/** The utterances that have text. */
export function linesOf(exported: TranscriptExport): UtteranceLine[] {
  const { utterances } = exported.transcript
  const lineOf = lineMaker(exported, channelsOf(exported))
  return utterances
    .map((utterance) => ({ ...lineOf(utterance), language: utterance.language }))
    .filter(({ text }) => text !== '')
}

/** The blocks of a text document: the paragraphs that have text, or the utterances if no paragraphs are requested. */
export function blocksOf(exported: TranscriptExport): Line[] {
  if (!exported.hasParagraphs) return linesOf(exported)
  return paragraphsOf(exported.transcript.utterances)
    .map(lineMaker(exported, channelsOf(exported)))
    .filter(({ text }) => text !== '')
}

/** @param channels of all utterances; may grow: once there are several, lines without a speaker name their channel */
export function lineMaker(
  exported: Pick<TranscriptExport, 'speakerNames' | 'hasSpeakers' | 'hasTimestamps'>,
  channels: ReadonlySet<number>,
): (part: Omit<Paragraph, 'utterances'>) => Line {
  const nameOf = speakerNamer(exported, channels)
  return ({ start, end, channel, speaker: number, text }) => {
    const speaker = nameOf({ channel, speaker: number })
    const time = exported.hasTimestamps ? clock(start * 1000).slice(0, -'.mmm'.length) : ''
    const head = `${time} ${speaker === null ? '' : `${speaker}:`}`.trim()
    return { start, end, speaker, head, text: plainText(text), channel }
  }
}

/** The paragraphs of the summary; empty if there is none. */
export function summaryOf({ summary }: TranscriptExport): string[] {
  return (summary ?? '')
    .split('\n')
    .map(plainText)
    .filter((paragraph) => paragraph !== '')
}

export const channelsOf = ({ transcript }: TranscriptExport): ReadonlySet<number> =>
  new Set(transcript.utterances.map(({ channel }) => channel))

/** Returns a function that names speakers; null for one without a name. */
export function speakerNamer(
  { speakerNames, hasSpeakers }: Pick<TranscriptExport, 'speakerNames' | 'hasSpeakers'>,
  channels: ReadonlySet<number>,
) {
  return ({ speaker, channel }: { speaker?: number | undefined; channel: number }): string | null => {
    if (!hasSpeakers) return null
    if (speaker !== undefined) return plainText(speakerNames[speaker] ?? `Speaker ${speaker + 1}`)
    return channels.size > 1 ? `Channel ${channel + 1}` : null
  }
}

/** Text on one line, without characters that XML does not allow. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff]+/gu, ' ')
    .trim()
}
