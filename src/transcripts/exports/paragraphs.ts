import type { ExportedTranscript } from '../../contract/exports.ts'
import type { Paragraph } from '../../contract/transcript.ts'
import { type ParagraphSpan, paragraphSpans } from '../../text/paragraphs.ts'
import { joinedText } from '../../text/timed-sentences.ts'
import { asUtterances } from '../../text/translated-utterances.ts'

type Utterances = ExportedTranscript['utterances']

/** The paragraphs of a transcript. */
export function paragraphsOf(utterances: Utterances): Paragraph[] {
  return paragraphSpans(utterances).map((span) => paragraphOf(utterances, span))
}

export function paragraphOf(utterances: Utterances, [first, last]: ParagraphSpan): Paragraph {
  const own = asUtterances(utterances.slice(first, last + 1))
  const { start, channel, speaker } = own[0]!
  return {
    start,
    end: Math.max(...own.map(({ end }) => end)),
    channel,
    ...(speaker !== undefined && { speaker }),
    text: joinedText(own.filter(({ text }) => text !== '')),
    utterances: [first, last],
  }
}
