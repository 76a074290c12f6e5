/**
 * The polarity of an English sentence by VADER (Hutto and Gilbert, "VADER: A Parsimonious Rule-based Model", 2014), which
 * adds up the valence of its words. Whether these express how the speaker feels depends on the sentence: "the fire drill"
 * is not a complaint, and neither is asking for the lost property office. In doubt, a sentence is neutral.
 */
import nlp from 'compromise'
import { SentimentIntensityAnalyzer } from 'vader-sentiment'
import { readPatterns } from '../../patterns.ts'
import type { Polarity } from './emotions.ts'

/** Lower scores are neutral: those of single weak words, such as "want" and "like". */
const MIN_SCORE = 0.2

/**
 * The same if words are likely to mislead: in questions and instructions, in praise beside a negation ("he promised and
 * never did"), and if words contradict each other. Of the 312 sentences in `testing`, 5 have a wrong polarity; with 0.5,
 * 6.
 */
const MIN_DOUBTFUL_SCORE = 0.7

interface Judgement {
  readonly polarity: Polarity
  /** The text without words that express no feeling here. */
  readonly felt: string
}

/** The feeling that an English sentence expresses. */
export function judge(text: string): Judgement {
  const felt = feltPart(text)
  const plain = reworded(felt)
  const score = compound(plain)
  if (Math.abs(score) < MIN_SCORE) return { polarity: 'neutral', felt }
  const words = wordsOf(plain)
  const valences = words.filter((word) => !NEGATION.test(word)).map(compound)
  const [praises, blames] = [valences.some((one) => one > 0), valences.some((one) => one < 0)]
  const isNegated = words.some((word) => NEGATION.test(word))
  const isDoubtful = (praises && blames) || (score > 0 && isNegated) || isDirective(text)
  if (isDoubtful && Math.abs(score) < MIN_DOUBTFUL_SCORE) return { polarity: 'neutral', felt }
  return { polarity: score > 0 ? 'positive' : 'negative', felt }
}

/**
 * The score of a text by VADER, −1 to 1, after words have been replaced by words that VADER reads with the intended
 * meaning.
 */
export function scoreOf(text: string): number {
  return compound(reworded(feltPart(text)))
}

const NEGATION = /^(?:no|not|never|nobody|nothing|none|neither|nor|without|hardly|\p{L}+n['’]t)$/iu

/** Words that show that a noun concerns somebody: "our nightmare", "what an idiot". */
const CONCERN = /\b(?:I|me|my|we|us|our|you|your|(?:what|such) an?)\b|!/i

interface Term {
  readonly text: string
  readonly pre: string
  readonly post: string
  readonly tags: readonly string[]
}

/** Drops words with a valence that are names, parts of compounds, or things that concern nobody. */
function feltPart(text: string): string {
  // Most sentences have no such words and need not be parsed, which takes milliseconds.
  if (!wordsOf(text).some(hasValence)) return text
  const terms = termsOf(text)
  const isCapital = (term: Term | undefined) => /^\p{Lu}\p{Ll}/u.test(term?.text ?? '')
  const isNoun = ({ tags }: Term) => tags.includes('Noun') && !tags.includes('Pronoun')
  const isFelt = (term: Term, index: number) => {
    const next = terms[index + 1]
    if (isCapital(term) && (index > 0 || isCapital(next))) return false
    return !isNoun(term) || (!(next && isNoun(next)) && CONCERN.test(text))
  }
  return terms
    .filter((term, index) => !hasValence(term.text) || isFelt(term, index))
    .map((term) => term.pre + term.text + term.post)
    .join('')
}

const wordsOf = (text: string) => text.match(/[\p{L}'’-]+/gu) ?? []

const hasValence = (word: string) => !NEGATION.test(word) && compound(word) !== 0

function termsOf(text: string): Term[] {
  const sentences = nlp(text).json({ terms: { tags: true } }) as { terms: Term[] }[]
  return sentences.flatMap(({ terms }) => terms)
}

/** Returns true if a sentence asks or instructs. */
function isDirective(text: string): boolean {
  return /\?\s*$/.test(text) || nlp(text).has('^(#Imperative|#Infinitive)')
}

const rewordings = readPatterns(new URL('data/wording.txt', import.meta.url)).map(({ label, source }) => ({
  pattern: new RegExp(`\\b(?:${source})(?!\\w)`, 'giu'),
  by: label === '-' ? '' : label,
}))

function reworded(text: string): string {
  return rewordings.reduce((result, { pattern, by }) => result.replaceAll(pattern, by), text)
}

function compound(text: string): number {
  return text === '' ? 0 : SentimentIntensityAnalyzer.polarity_scores(text).compound
}
