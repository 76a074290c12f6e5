/** A transcript as lines, each labelled with its speaker. */
import { splitText, toChunks } from './text-chunks.ts'
import type { Sentence } from './timed-sentences.ts'

type Spoken = Pick<Sentence, 'speaker' | 'channel'>

/** Returns the label of a line: its speaker if known, else its channel if there are several, else an empty text. */
export function labelsFor(lines: readonly Spoken[]): (line: Spoken) => string {
  const hasChannels = new Set(lines.map(({ channel }) => channel)).size > 1
  return ({ speaker, channel }) => {
    if (speaker !== undefined) return `Speaker ${speaker}: `
    return hasChannels ? `Channel ${channel}: ` : ''
  }
}

/**
 * One line per sentence, with its label.
 * @param maxCharacters of a line; a longer sentence is split between words into several lines
 */
export function speakerLines(sentences: readonly Sentence[], maxCharacters: number): string[] {
  const labelOf = labelsFor(sentences)
  return sentences.flatMap((sentence) => {
    const label = labelOf(sentence)
    return splitText(sentence.text, Math.max(1, maxCharacters - label.length)).map((part) => label + part)
  })
}

/** The lines of a transcript in chunks of at most `maxCharacters`, for a language model. */
export function speakerChunks(sentences: readonly Sentence[], maxCharacters: number): string[] {
  return toChunks(speakerLines(sentences, maxCharacters), maxCharacters, '\n')
}
