/** The names in a transcript, as far as capitals tell. */
import { setImmediate } from 'node:timers/promises'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { isListedWord, isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import { sentenceStarts } from '../../text/sentence-boundaries.ts'
import { wordParts } from '../../text/word-parts.ts'

/** A place in a transcript where a name is said. */
export interface SaidName {
  /** The name without the genitive that may be behind it. */
  readonly name: string
  readonly language: LanguageCode
  /** Index of the utterance, and of the word in it. */
  readonly utterance: number
  readonly word: number
  /** What is around the name in its word. */
  readonly before: string
  readonly after: string
}

/** Languages that write all nouns with capitals: there, a capital does not make a name. */
const CAPITAL_NOUNS: ReadonlySet<LanguageCode> = new Set(['de', 'lb'])

/** One capital and small letters behind it, as in Ann, O’Brien, McKay and Jean-Luc; not NATO, not A. */
const NAME = /^(?:\p{Lu}['’])?\p{Lu}\p{Ll}[\p{L}\p{M}'’-]+$|^\p{Lu}['’]\p{Lu}\p{Ll}+$/u

/** Utterances after which the others get their turn. */
const BATCH = 100

/**
 * The names in some utterances, in order. A word that a sentence begins with is one if it has a capital elsewhere, too, or
 * if English knows no word that is written like it.
 * @param signal rejects with its reason
 */
export async function namesSaid(utterances: readonly Utterance[], signal: AbortSignal): Promise<SaidName[]> {
  const candidates: Candidate[] = []
  for (const [index, utterance] of utterances.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    signal.throwIfAborted()
    candidates.push(...candidatesIn(utterance, index))
  }
  const key = ({ language, name }: SaidName) => `${language} ${name}`
  const within = new Set(candidates.flatMap(({ isFirst, said }) => (isFirst ? [] : [key(said)])))
  return candidates.flatMap(({ isFirst, said }) => {
    const isName =
      !isFirst || within.has(key(said)) || (said.language === 'en' && !isListedWord(said.name, 'en'))
    return isName ? [said] : []
  })
}

interface Candidate {
  readonly said: SaidName
  /** Whether it begins a sentence, as far as is known. */
  readonly isFirst: boolean
}

function candidatesIn({ words, language }: Utterance, utterance: number): Candidate[] {
  if (CAPITAL_NOUNS.has(language)) return []
  const texts = words.map(({ word }) => word)
  const starts = sentenceStarts(texts, language)
  return texts.flatMap((text, word) => {
    const { before, core, after } = wordParts(text)
    const name = core.replace(/['’]s$/u, '')
    if (!NAME.test(name) || isOrdinaryWord(name, language)) return []
    // A quotation begins with a capital, too.
    const isFirst = (starts[word] ?? true) || /[\p{Pi}"«(]/u.test(before)
    const said = { name, language, utterance, word, before, after: core.slice(name.length) + after }
    return [{ said, isFirst }]
  })
}
