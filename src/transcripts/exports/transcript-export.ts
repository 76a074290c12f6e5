/** A transcript that is exported, and the lines that most formats consist of. */
import type { ExportedTranscript } from '../../contract/exports.ts'
import type { Paragraph } from '../../contract/transcript.ts'
import { clock } from '../../text/captions/clock.ts'
import type { SubtitleOptions } from '../../text/captions/subtitle-settings.ts'
import { paragraphsOf } from './paragraphs.ts'

/** What is exported. It is sent to a thread: data only. */
export interface TranscriptExport {
  readonly title: string
  /** The name of the audio file; null if there is none. */
  readonly filename: string | null
  /** Duration of the audio, in seconds. */
  readonly duration: number
  readonly transcript: ExportedTranscript
  /** Follows the transcript in txt, md, docx and json; null if that is not wanted, or there is none. */
  readonly summary: string | null
  /** By the number of the speaker. */
  readonly speakerNames: Readonly<Record<string, string>>
  readonly captions: SubtitleOptions
  /** Whether utterances have the name of their speaker. */
  readonly hasSpeakers: boolean
  /** Whether lines begin with their time. */
  readonly hasTimestamps: boolean
  /** Whether it is in paragraphs, where the format has any. */
  readonly hasParagraphs: boolean
}

/** An utterance or a paragraph as it is shown. */
export interface Line {
  /** Seconds from the start of the audio. */
  readonly start: number
  /** Seconds from the start of the audio. */
  readonly end: number
  /** Who speaks; null if that is not shown. */
  readonly speaker: string | null
  /** The time and the speaker, as far as they are shown: `00:01:02 Anna:`. */
  readonly head: string
  /** Without line breaks and other control characters. */
  readonly text: string
  readonly channel: number
}

/** An utterance as it is shown. */
export interface UtteranceLine extends Line {
  readonly language: string
}

/** The utterances that have a text. */
export function linesOf(exported: TranscriptExport): UtteranceLine[] {
  const { utterances } = exported.transcript
  const lineOf = lineMaker(exported, channelsOf(exported))
  return utterances
    .map((utterance) => ({ ...lineOf(utterance), language: utterance.language }))
    .filter(({ text }) => text !== '')
}

/** What a text document consists of: the paragraphs that have a text, or the utterances where no paragraphs are wanted. */
export function blocksOf(exported: TranscriptExport): Line[] {
  if (!exported.hasParagraphs) return linesOf(exported)
  return paragraphsOf(exported.transcript.utterances)
    .map(lineMaker(exported, channelsOf(exported)))
    .filter(({ text }) => text !== '')
}

/** @param channels of all utterances; when others are added, the next lines name theirs */
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

/** The paragraphs of the summary; none without one. */
export function summaryOf({ summary }: TranscriptExport): string[] {
  return (summary ?? '')
    .split('\n')
    .map(plainText)
    .filter((paragraph) => paragraph !== '')
}

export const channelsOf = ({ transcript }: TranscriptExport): ReadonlySet<number> =>
  new Set(transcript.utterances.map(({ channel }) => channel))

/** How speakers are named; null for one that is not. */
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

/** Text on one line, without characters that XML cannot have. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff]+/gu, ' ')
    .trim()
}
