/**
 * The transcript in lines to be shown, in the order in which they begin. A line is what one speaker says until another one
 * does, or a long silence, or the line is long; it ends with a sentence.
 *
 * Where speakers overlap, sentences stay whole: a "Yes." that falls into somebody's sentence stands on a line of its own
 * behind that sentence, not in the middle of it.
 *
 * A line begins with `Speaker 0: ` when speakers were told apart, else with `Channel 0: ` when there are several channels.
 */
import { displayMode } from '../../../contract/features/display-mode.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { type Sentence, sentencesOf } from '../../text/timed-sentences.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'

/** A silence of so many seconds ends a line. */
const LONG_SILENCE = 2

/** A line as long as this, some ten seconds of speech, takes no other sentence. In characters. */
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

/** The sentences of each speaker as if nobody else had spoken, all by their start. */
function wholeSentences(utterances: readonly Utterance[]): Sentence[] {
  const voices = Map.groupBy(utterances, ({ speaker, channel }) => `${speaker} ${channel}`)
  return [...voices.values()]
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
  const isApart = isWrittenWithoutSpaces(line.language) && isWrittenWithoutSpaces(language)
  return `${line.text}${isApart ? '' : ' '}${text}`
}

function prefixOf({ speaker, channel }: Line, hasChannels: boolean): string {
  if (speaker !== undefined) return `Speaker ${speaker}: `
  return hasChannels ? `Channel ${channel}: ` : ''
}
