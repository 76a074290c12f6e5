/** The paragraphs of a shared transcript. */
import { t } from '../languages/language.ts'
import type { SharedTranscript } from '../../contract/shares.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { paragraphSpans, type ParagraphSpan } from '../../text/paragraphs.ts'
import { speakerName } from '../screens/job/transcript/speaker-name.ts'
import { textOf } from '../screens/job/transcript/transcript-words.ts'

/** Consecutive utterances of one speaker. */
export interface ShownParagraph {
  readonly span: ParagraphSpan
  /** Seconds. */
  readonly start: number
  /** Null if unknown. */
  readonly speaker: string | null
}

export function paragraphsOf({ utterances, speaker_names }: SharedTranscript): readonly ShownParagraph[] {
  const hasChannels = utterances.some(({ channel }) => channel > 0)
  return paragraphSpans(utterances).map((span) => {
    const { start, speaker, channel } = utterances[span[0]]!
    const ofChannel = hasChannels ? t().sharePage.channel(channel + 1) : null
    return {
      span,
      start,
      speaker: speaker === undefined ? ofChannel : speakerName({ speaker_names }, speaker),
    }
  })
}

/** The title, and the paragraphs with their speakers. */
export function plainText(
  { title, utterances }: SharedTranscript,
  paragraphs: readonly ShownParagraph[],
): string {
  const texts = paragraphs.map(({ span: [first, last], speaker }) => {
    const text = utterances
      .slice(first, last + 1)
      .map((one, i) => `${i === 0 || isWrittenWithoutSpaces(one.language) ? '' : ' '}${textOf(one)}`)
      .join('')
    return speaker === null ? text : `${speaker}: ${text}`
  })
  return [...(title === null ? [] : [title]), ...texts].join('\n\n')
}
