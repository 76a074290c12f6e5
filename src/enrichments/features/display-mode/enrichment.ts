/**
 * The transcript in lines for display, ordered by start. A line contains complete sentences of one speaker, up to a
 * change of speaker, a long silence or a maximum length.
 *
 * Overlapping speech does not split sentences: a "Yes." during another speaker's sentence gets its own line after that
 * sentence.
 *
 * A line begins with `Speaker 0: ` after diarization, otherwise with `Channel 0: ` if there are several channels.
 */
import { displayMode } from '../../../contract/features/display-mode.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { labelsFor } from '../../../text/speaker-lines.ts'
import { joinedText, type Sentence, sentencesOf } from '../../../text/timed-sentences.ts'

/** A silence of this many seconds ends a line. */
const LONG_SILENCE = 2

/** A line with at least this many characters, about ten seconds of speech, takes no further sentence. */
const FULL_LINE = 160

export const enrichment = defineEnrichment(displayMode, {
  run({ utterances }) {
    // The sentences of each speaker, regardless of the other speakers.
    const speakers = Map.groupBy(utterances, ({ speaker, channel }) => `${speaker} ${channel}`)
    const sentences = [...speakers.values()]
      .flatMap(sentencesOf)
      .toSorted((a, b) => a.start - b.start || a.channel - b.channel)
    const labelOf = labelsFor(sentences)
    const results = linesOf(sentences).map((line) => labelOf(line[0]!) + joinedText(line))
    return { module: { is_empty: results.length === 0, results } }
  },
})

function linesOf(sentences: readonly Sentence[]): Sentence[][] {
  const lines: Sentence[][] = []
  for (const sentence of sentences) {
    const line = lines.at(-1)
    if (line && goesOn(line, sentence)) line.push(sentence)
    else lines.push([sentence])
  }
  return lines
}

function goesOn(line: readonly Sentence[], { speaker, channel, start }: Sentence): boolean {
  const last = line.at(-1)!
  return (
    last.speaker === speaker &&
    last.channel === channel &&
    start - last.end < LONG_SILENCE &&
    joinedText(line).length < FULL_LINE
  )
}
