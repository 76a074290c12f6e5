import type { ExportedTranscript } from '../../contract/exports.ts'
import type { Paragraph } from '../../contract/transcript.ts'
import { paragraphSpans } from '../../text/paragraphs.ts'
import { joinedText } from '../../text/timed-sentences.ts'
import { asUtterances } from '../../text/translated-utterances.ts'

/**
 * The utterances of a transcript in paragraphs.
 * @param isComplete whether no others follow; otherwise, only those paragraphs are returned that stay as they are
 */
export function paragraphsOf(utterances: ExportedTranscript['utterances'], isComplete = true): Paragraph[] {
  return paragraphSpans(utterances, isComplete).map(([first, last]) => {
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
  })
}
