/** A transcript cut into sentences that know when they were said. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Utterance, Word } from '../../contract/transcript.ts'
import { sentenceStarts } from './sentence-boundaries.ts'
import { speechRuns } from './speech-runs.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { timedWords } from './timed-words.ts'

/** A sentence, and where it was said. */
export interface Sentence {
  readonly text: string
  /** Seconds from the start of the audio. */
  readonly start: number
  /** Seconds from the start of the audio. */
  readonly end: number
  /** Its words, at least one. */
  readonly words: readonly Word[]
  readonly channel: number
  readonly speaker: number | undefined
  readonly language: LanguageCode
}

/**
 * A silence that ends a sentence whatever the punctuation says, in seconds: without it, a recogniser that sets no full
 * stops would give one sentence for a whole recording. Pauses for thought are shorter.
 */
const LONGEST_PAUSE = 5

/**
 * The sentences of a transcript, by their start. One may run on from utterance to utterance, as long as the channel,
 * the speaker and the language stay the same.
 */
export function sentencesOf(utterances: readonly Utterance[]): readonly Sentence[] {
  const known = found.get(utterances)
  if (known !== undefined) return known
  const inOrder = utterances.toSorted((a, b) => a.start - b.start)
  const sentencesFound = speechRuns(inOrder, LONGEST_PAUSE)
    .flatMap(sentencesOfRun)
    .toSorted((a, b) => a.start - b.start || a.channel - b.channel)
  found.set(utterances, sentencesFound)
  return sentencesFound
}

/** Several enrichments of one transcript ask for its sentences, which take 0.3 s in two hours of speech. */
const found = new WeakMap<readonly Utterance[], readonly Sentence[]>()

function sentencesOfRun(run: readonly Utterance[]): Sentence[] {
  const [first] = run
  if (!first) return []
  const { channel, speaker, language } = first
  const words = joinedWords(run, language)
  const starts = sentenceStarts(
    words.map(({ word }) => word),
    language,
  )
  const groups: Word[][] = []
  for (const [index, word] of words.entries()) {
    if (starts[index]) groups.push([word])
    else groups.at(-1)?.push(word)
  }
  return groups.map((group) => ({
    text: group
      .map(({ word }) => word)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    start: group.reduce((earliest, { start }) => Math.min(earliest, start), Infinity),
    end: group.reduce((latest, { end }) => Math.max(latest, end), 0),
    words: group,
    channel,
    speaker,
    language,
  }))
}

/** The words of some utterances in a row, with the spaces that are missing between one utterance and the next. */
function joinedWords(run: readonly Utterance[], language: LanguageCode): Word[] {
  const words: Word[] = []
  for (const utterance of run) {
    const [first, ...rest] = timedWords(utterance).filter(({ word }) => word.trim() !== '')
    if (!first) continue
    const isApart = isWrittenWithoutSpaces(language) || /\s$/.test(words.at(-1)?.word ?? ' ')
    words.push(isApart || /^\s/.test(first.word) ? first : { ...first, word: ` ${first.word}` }, ...rest)
  }
  return words
}
