/** Finds the names in a transcript by their capitals. */
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { isListedWord, isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import { inTurns } from '../../in-turns.ts'
import { wordOffsets } from '../../../text/rewritten-words.ts'
import { sentenceStarts } from '../../../text/sentence-boundaries.ts'
import { wordParts } from '../../../text/word-parts.ts'

/** An occurrence of a name in a transcript. */
export interface NameOccurrence {
  /** The name without a genitive. */
  readonly name: string
  readonly language: LanguageCode
  /** Index of its utterance. */
  readonly utterance: number
  /** Its offset in the text formed by the words of the utterance. */
  readonly from: number
  /** Whether it may begin a sentence, where other words are also capitalised. */
  readonly isFirst: boolean
}

/** Languages that capitalise all nouns, so that a capital does not indicate a name. */
const CAPITAL_NOUNS: ReadonlySet<LanguageCode> = new Set(['de', 'lb'])

/** A capital followed by lower-case letters, as in Ann, O’Brien, McKay and Jean-Luc; not NATO, not A. */
const NAME = /^(?:\p{Lu}['’])?\p{Lu}\p{Ll}[\p{L}\p{M}'’-]+$|^\p{Lu}['’]\p{Lu}\p{Ll}+$/u

/**
 * The names in some utterances, in order. A word at the start of a sentence is a name if it is also capitalised
 * elsewhere, or if it is not in the list of English words.
 * @throws the reason of `signal` once it is aborted
 */
export async function namesIn(
  utterances: readonly Utterance[],
  signal: AbortSignal,
): Promise<NameOccurrence[]> {
  const candidates: NameOccurrence[] = []
  for await (const [index, utterance] of inTurns(utterances, 100, signal))
    for (const candidate of candidatesIn(utterance, index)) candidates.push(candidate)
  const key = ({ language, name }: NameOccurrence) => `${language} ${name}`
  const within = new Set(candidates.filter(({ isFirst }) => !isFirst).map(key))
  return candidates.filter(
    (one) => within.has(key(one)) || (one.language === 'en' && !isListedWord(one.name, 'en')),
  )
}

function candidatesIn({ words, language }: Utterance, utterance: number): NameOccurrence[] {
  if (CAPITAL_NOUNS.has(language)) return []
  const texts = words.map(({ word }) => word)
  const starts = sentenceStarts(texts, language)
  const offsets = wordOffsets(words)
  return texts.flatMap((text, index) => {
    const { before, core } = wordParts(text)
    const name = core.replace(/['’]s$/u, '')
    if (!NAME.test(name) || isOrdinaryWord(name, language)) return []
    // A quotation also begins with a capital.
    const isFirst = (starts[index] ?? true) || /[\p{Pi}"«(]/u.test(before)
    return [{ name, language, utterance, from: offsets[index]! + before.length, isFirst }]
  })
}
