/** A transcript as a language model reads it. */
import type { Sentence } from '../text/timed-sentences.ts'

/** One line of it. */
export interface SpokenLine {
  readonly text: string
}

/**
 * A line per sentence, with who says it if that is known: the speaker, or the channel where there are several.
 * @param maxCharacters of a line; a longer sentence is cut between words into lines of its own
 */
export function spokenLines(sentences: readonly Sentence[], maxCharacters: number): SpokenLine[] {
  const channels = new Set(sentences.map(({ channel }) => channel)).size
  return sentences.flatMap(({ text, speaker, channel }) => {
    const label = labelOf(speaker, channels > 1 ? channel : undefined)
    const room = Math.max(1, maxCharacters - label.length)
    return pieces(text, room).map((piece) => ({ text: label + piece }))
  })
}

function labelOf(speaker: number | undefined, channel: number | undefined): string {
  if (speaker !== undefined) return `Speaker ${speaker}: `
  return channel === undefined ? '' : `Channel ${channel}: `
}

/** A text in pieces of at most some characters, cut at spaces where there are any. */
function pieces(text: string, room: number): string[] {
  const found: string[] = []
  let rest = text
  while (rest.length > room) {
    const space = rest.lastIndexOf(' ', room)
    const end = space > 0 ? space : wholeCharacters(rest, room)
    found.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? found : [...found, rest]
}

/** Never the first half of a surrogate pair at the end. */
function wholeCharacters(text: string, end: number): number {
  return end > 1 && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end
}
