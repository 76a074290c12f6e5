/** Adds punctuation and capitals that the recogniser omitted at the start and end of continuous speech. */
import { punctuationEnhanced } from '../../../contract/features/punctuation-enhanced.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { inTurns } from '../../in-turns.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { sentenceStarts } from '../../../text/sentence-boundaries.ts'
import { withWords } from '../../../text/rewritten-words.ts'
import { endsWithPunctuation, fullStopOf, isQuestion } from './sentence-endings.ts'

/** A silence, in seconds, that ends a sentence unless a lower-case letter follows. */
const PAUSE = 1

/** A silence, in seconds, that always ends a sentence. */
const LONG_PAUSE = 5

/**
 * Reduces repeated punctuation marks to one. An utterance without a final mark gets a full stop, or in English a question
 * mark, if a silence, another speaker or the end of the audio follows. Sentences begin with a capital if the script has
 * them. Most recognisers write punctuation, so usually little changes.
 */
export const enrichment = defineEnrichment(punctuationEnhanced, {
  async run({ utterances }, _, { signal }) {
    const cased = languagesWithCapitals(utterances)
    const punctuated = new Map<Utterance, Utterance>()
    for (const channel of Map.groupBy(utterances, (one) => one.channel).values())
      for await (const [index, utterance] of inTurns(channel, 100, signal)) {
        const isEnd = endsSentence(utterance, channel[index + 1], cased.has(utterance.language))
        const before = channel[index - 1]
        const isBeginning = !before || beginsSentence(utterance, punctuated.get(before)!)
        punctuated.set(utterance, punctuate(utterance, isBeginning, isEnd))
      }
    return { transcription: rewritten(utterances.map((utterance) => punctuated.get(utterance)!)) }
  },
})

/** The languages in which the recogniser capitalises utterances. */
function languagesWithCapitals(utterances: readonly Utterance[]): ReadonlySet<LanguageCode> {
  const capitals = utterances.filter(({ text }) => /^\P{L}*\p{Lu}/u.test(text))
  return new Set(capitals.map(({ language }) => language))
}

/** @param isCased whether the recogniser capitalises sentences */
function endsSentence(utterance: Utterance, next: Utterance | undefined, isCased: boolean): boolean {
  if (next === undefined || next.speaker !== utterance.speaker) return true
  const pause = next.start - utterance.end
  const goesOn = isCased && /^\P{L}*\p{Ll}/u.test(next.text)
  return pause >= (goesOn ? LONG_PAUSE : PAUSE)
}

function beginsSentence(utterance: Utterance, previous: Utterance): boolean {
  return (
    previous.speaker !== utterance.speaker ||
    utterance.start - previous.end >= LONG_PAUSE ||
    /[.!?…。！？।۔։።။។།؟][\p{Pe}\p{Pf}"']*\s*$/u.test(previous.text)
  )
}

function punctuate(utterance: Utterance, isBeginning: boolean, isEnd: boolean): Utterance {
  const { words, language } = utterance
  if (words.length === 0) return utterance
  const texts = words.map(({ word }) => cleaned(word, language))
  if (isEnd) endLast(texts, language)
  const starts = sentenceStarts(texts, language)
  const written = texts.map((text, index) => {
    const begins = index === 0 ? isBeginning : (starts[index] ?? false)
    return begins ? capitalised(text, language) : language === 'en' ? withCapitalI(text) : text
  })
  if (written.every((text, index) => text === words[index]?.word)) return utterance
  return withWords(
    utterance,
    words.map((word, index): Word => ({ ...word, word: written[index] ?? word.word })),
  )
}

/** Adds a missing punctuation mark after the last word. */
function endLast(texts: string[], language: LanguageCode): void {
  const stop = fullStopOf(language)
  const last = texts.at(-1)
  const text = texts.join('')
  if (stop === null || last === undefined || endsWithPunctuation(text)) return
  const lastStart = sentenceStarts(texts, language).lastIndexOf(true)
  const sign = isQuestion(texts.slice(lastStart).join(''), language) ? '?' : stop
  // After the word, but before any space that follows it.
  const word = last.trimEnd()
  texts[texts.length - 1] = word + sign + last.slice(word.length)
}

/** A word without repeated punctuation marks and without a space before a mark. */
function cleaned(word: string, language: LanguageCode): string {
  const single = word
    .replaceAll(/\.{3,}|…+\.*/gu, '…')
    .replaceAll(/([,;:、，。।])\1+/gu, '$1')
    .replaceAll('..', '.')
    .replaceAll(/([!?！？])\1+/gu, '$1')
  // French puts a space there.
  return language === 'fr' ? single : single.replaceAll(/(?<=[\p{L}\p{N}]|^)\s+(?=[,.;:!?]+(?:\s|$))/gu, '')
}

/** Leaves words such as iPhone, addresses and the Dutch "'s" unchanged. */
function capitalised(text: string, language: LanguageCode): string {
  // Georgian does not capitalise sentences.
  if (language === 'ka') return text
  const at = text.search(/[\p{L}\p{N}]/u)
  const [before, word] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
  if (!/^\p{Ll}/u.test(word) || /^\p{Ll}+\p{Lu}|[@/]|\.\p{L}/u.test(word)) return text
  if (/['’]$/u.test(before) && /^\p{L}(?!\p{L})/u.test(word)) return text
  const [first = ''] = word
  return before + first.toLocaleUpperCase(language) + word.slice(first.length)
}

/** Capitalises "i", "i'm" and so on, but not the "i" of "i.e.". */
function withCapitalI(text: string): string {
  return text.replace(/^([^\p{L}\p{N}]*)i(?=$|['’](?:m|d|ll|ve)\b|[^\p{L}\p{N}.'’-])/u, '$1I')
}
