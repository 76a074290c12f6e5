/** Divides a transcript into sentences with times. */
import type { LanguageCode } from '../contract/languages.ts'
import type { Utterance, Word } from '../contract/transcript.ts'
import { perObject } from './memoise.ts'
import { isStarter, sentenceStarts } from './sentence-boundaries.ts'
import { speechRuns } from './speech-runs.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'
import { timedWords } from './timed-words.ts'

/** A sentence of one speaker. */
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

/** A silence of this many seconds ends a sentence whatever the punctuation. Pauses within a sentence are shorter. */
const MAX_PAUSE = 5

/** If the recogniser writes no punctuation, a sentence of more than this many seconds ends with its utterance. */
const MAX_UNMARKED = 15

/** An interjection by somebody else of less than this many seconds does not end a sentence. */
const MAX_INTERJECTION = 3

const ENDS_WITH_MARK = /\p{P}\s*$/u

/**
 * The sentences of a transcript, ordered by start. A sentence may span utterances of the same channel, speaker and language,
 * even across an interjection. Memoised, because several enrichments need them, and they take 0.3 s for two hours of speech.
 */
export const sentencesOf = perObject((utterances: readonly Utterance[]): readonly Sentence[] => {
  return sentenceRuns(utterances)
    .flatMap(sentencesOfRun)
    .toSorted((a, b) => a.start - b.start || a.channel - b.channel)
})

/** Groups utterances into runs of one channel, speaker and language. No sentence extends beyond a run. */
export function sentenceRuns(utterances: readonly Utterance[]): Utterance[][] {
  const inOrder = utterances.toSorted((a, b) => a.start - b.start)
  return joinedOverInterjections(speechRuns(inOrder, MAX_PAUSE))
}

/** Joins runs of a speaker if the later one continues a sentence: "It was the", another speaker's "Mhm.", "best of all." */
function joinedOverInterjections(runs: readonly Utterance[][]): Utterance[][] {
  const joined: Utterance[][] = []
  const latest = new Map<string, Utterance[]>()
  for (const run of runs) {
    const first = run[0]!
    const key = `${first.channel}/${first.speaker}/${first.language}`
    const before = latest.get(key)
    const last = before?.at(-1)
    if (last && first.start - last.end < MAX_INTERJECTION && continuesSentence(last.text, first.text))
      before!.push(...run)
    else {
      latest.set(key, [...run])
      joined.push(latest.get(key)!)
    }
  }
  return joined
}

function continuesSentence(before: string, after: string): boolean {
  return /(?:^|\p{L})[^\p{L}.?!…]*$/u.test(before) && /^\P{L}*\p{Ll}/u.test(after)
}

function sentencesOfRun(run: readonly Utterance[]): Sentence[] {
  const { channel, speaker, language } = run[0]!
  const words = joinedWords(run, language)
  const starts = sentenceStarts(
    words.map(({ word }) => word),
    language,
  )
  // Recognisers omit some full stops at the ends of utterances.
  const firsts = new Set(run.map(({ start }) => start))
  const isUnmarked = !words.some(({ word }) => ENDS_WITH_MARK.test(word))
  const groups: Word[][] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]?.word ?? ''
    const isNew = firsts.has(word.start) && isStarter(word.word, language) && !ENDS_WITH_MARK.test(before)
    const group = groups.at(-1)
    const isEndless =
      isUnmarked && firsts.has(word.start) && word.start - (group?.[0]?.start ?? Infinity) > MAX_UNMARKED
    if (group === undefined || starts[index] || isNew || isEndless) groups.push([word])
    else group.push(word)
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

/** The words of consecutive utterances, with a space between utterances where one is missing. */
function joinedWords(run: readonly Utterance[], language: LanguageCode): Word[] {
  const words: Word[] = []
  for (const utterance of run) {
    let needsSpace = !isWrittenWithoutSpaces(language) && !/\s$/.test(words.at(-1)?.word ?? ' ')
    for (const word of timedWords(utterance)) {
      if (word.word.trim() === '') continue
      words.push(needsSpace && !/^\s/.test(word.word) ? { ...word, word: ` ${word.word}` } : word)
      needsSpace = false
    }
  }
  return words
}

/** Joins the texts of sentences, with spaces between them except in languages written without spaces. */
export function joinedText(sentences: readonly Pick<Sentence, 'text' | 'language'>[]): string {
  return sentences
    .map(({ text, language }, index) => {
      const before = sentences[index - 1]?.language ?? language
      const isUnspaced = isWrittenWithoutSpaces(before) && isWrittenWithoutSpaces(language)
      return index === 0 || isUnspaced ? text : ` ${text}`
    })
    .join('')
}
