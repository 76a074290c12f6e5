import type { Utterance } from '../../contract/transcript.ts'
import { GrowingParagraphs } from '../../text/paragraphs.ts'
import { paragraphOf } from './paragraphs.ts'
import { blocksOf, type Line, lineMaker, summaryOf, type TranscriptExport } from './transcript-export.ts'

/** Paragraphs separated by empty lines, or a line per utterance; then the summary. */
export function txt(exported: TranscriptExport): string {
  const summary = summaryOf(exported)
  const transcript = blocksOf(exported)
    .map(blockText)
    .join(exported.hasParagraphs ? '\n\n' : '\n')
  return [transcript, ...(summary.length === 0 ? [] : ['', 'Summary:', ...summary])].join('\n')
}

/**
 * The paragraphs of a growing transcript.
 * @returns a function that takes the next utterances, and returns the next paragraphs that are complete
 */
export function growingTxt(hasTimestamps: boolean): (next: readonly Utterance[]) => string[] {
  const utterances: Utterance[] = []
  const channels = new Set<number>()
  const paragraphs = new GrowingParagraphs()
  const lineOf = lineMaker({ speakerNames: {}, hasSpeakers: true, hasTimestamps }, channels)
  return (next) => {
    utterances.push(...next)
    for (const { channel } of next) channels.add(channel)
    return paragraphs
      .add(next)
      .map((span) => lineOf(paragraphOf(utterances, span)))
      .filter(({ text }) => text !== '')
      .map(blockText)
  }
}

const blockText = ({ head, text }: Line): string => `${head} ${text}`.trim()
