/** A transcript as a language model reads it. */
import { splitText } from './text-chunks.ts'
import type { Sentence } from './timed-sentences.ts'

/**
 * One line per sentence, labelled with its speaker if known, else with its channel if there are several.
 * @param maxCharacters of a line; a longer sentence is split between words into several lines
 */
export function speakerLines(sentences: readonly Sentence[], maxCharacters: number): string[] {
  const channels = new Set(sentences.map(({ channel }) => channel)).size
  return sentences.flatMap(({ text, speaker, channel }) => {
    const label = labelOf(speaker, channels > 1 ? channel : undefined)
    return splitText(text, Math.max(1, maxCharacters - label.length)).map((part) => label + part)
  })
}

function labelOf(speaker: number | undefined, channel: number | undefined): string {
  if (speaker !== undefined) return `Speaker ${speaker}: `
  return channel === undefined ? '' : `Channel ${channel}: `
}
