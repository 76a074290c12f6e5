/** A transcript as a language model reads it. */
import type { Sentence } from '../text/timed-sentences.ts'
import { pieces } from './in-parts.ts'

/**
 * A line per sentence, with who says it if that is known: the speaker, or the channel where there are several.
 * @param maxCharacters of a line; a longer sentence is cut between words into lines of its own
 */
export function spokenLines(sentences: readonly Sentence[], maxCharacters: number): string[] {
  const channels = new Set(sentences.map(({ channel }) => channel)).size
  return sentences.flatMap(({ text, speaker, channel }) => {
    const label = labelOf(speaker, channels > 1 ? channel : undefined)
    const room = Math.max(1, maxCharacters - label.length)
    return pieces(text, room).map((piece) => label + piece)
  })
}

function labelOf(speaker: number | undefined, channel: number | undefined): string {
  if (speaker !== undefined) return `Speaker ${speaker}: `
  return channel === undefined ? '' : `Channel ${channel}: `
}
