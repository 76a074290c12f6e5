/**
 * The transcript in lines for display, in order of their starts. A line contains complete sentences of one speaker, up to a
 * change of speaker, a long silence or a maximum length.
 *
 * Overlapping speech does not divide sentences: a "Yes." during another speaker's sentence gets a line of its own after
 * that sentence.
 *
 * A line begins with `Speaker 0: ` if there was diarization, otherwise with `Channel 0: ` if there are several channels.
 */
import { displayMode } from '../../../contract/features/display-mode.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { type Sentence, sentencesOf } from '../../text/timed-sentences.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'

/** A silence of this many seconds ends a line. */
const LONG_SILENCE = 2

/** A line of this many characters, about ten seconds of speech, takes no further sentence. */
const FULL_LINE = 160

export const enrichment = defineEnrichment(displayMode, {
  run({ utterances }) {
    const hasChannels = new Set(utterances.map(({ channel }) => channel)).size > 1
    const results = linesOf(wholeSentences(utterances)).map(
      (line) => `${prefixOf(line, hasChannels)}${line.text}`,
    )
    return { module: { is_empty: results.length === 0, results } }
  },
})

/** The sentences of each speaker, regardless of the other speakers, in order of their starts. */
function wholeSentences(utterances: readonly Utterance[]): Sentence[] {
  const bySpeaker = Map.groupBy(utterances, ({ speaker, channel }) => `${speaker} ${channel}`)
  return [...bySpeaker.values()]
    .flatMap(sentencesOf)
    .toSorted((a, b) => a.start - b.start || a.channel - b.channel)
}

type Line = Pick<Sentence, 'text' | 'end' | 'speaker' | 'channel' | 'language'>

function linesOf(sentences: readonly Sentence[]): Line[] {
  const lines: Line[] = []
  for (const sentence of sentences) {
    const line = lines.at(-1)
    if (line === undefined || !goesOn(line, sentence)) lines.push(sentence)
    else lines[lines.length - 1] = { ...line, text: joined(line, sentence), end: sentence.end }
  }
  return lines
}

function goesOn(line: Line, { speaker, channel, start }: Sentence): boolean {
  return (
    line.speaker === speaker &&
    line.channel === channel &&
    start - line.end < LONG_SILENCE &&
    line.text.length < FULL_LINE
  )
}

function joined(line: Line, { text, language }: Sentence): string {
  const isUnspaced = isWrittenWithoutSpaces(line.language) && isWrittenWithoutSpaces(language)
  return `${line.text}${isUnspaced ? '' : ' '}${text}`
}

function prefixOf({ speaker, channel }: Line, hasChannels: boolean): string {
  if (speaker !== undefined) return `Speaker ${speaker}: `
  return hasChannels ? `Channel ${channel}: ` : ''
}
