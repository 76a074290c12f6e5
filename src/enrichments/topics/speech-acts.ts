/**
 * Recognises what a sentence does: it decides, promises, asks for something, or says what is wrong. These sentences, and
 * those with dates, say more about the subject than equally central ones; greetings, thanks and apologies say nothing
 * about it.
 */
import type { LanguageCode } from '../../contract/languages.ts'
import { loadedOnce } from '../../models/loaded-once.ts'

/**
 * Patterns in the match syntax of compromise, each with a factor for how much such a sentence tells: obligations and
 * intentions; problems and refusals; dates; and sentences that refer back to what was said before.
 */
const ACTS = [
  { match: '(#Modal|must|need to|have to|has to|going to|want|wants|#Imperative)', factor: 1.3 },
  { match: '(#Negative|nobody|nothing|without)', factor: 1.15 },
  { match: '#Date', factor: 1.15 },
  { match: '^(it|that|this|they|he|she|those|these)', factor: 0.8 },
] as const

/** Greetings, thanks, apologies and good wishes are fixed phrases. */
const PHATIC =
  /\b(?:hello|hi|hiya|bye|goodbye|cheers|thanks|thank you|welcome|sorry|apologi[sz]e|congratulations|take care|how are you|(?:nice|lovely) (?:day|evening|weekend)|good (?:morning|afternoon|evening))\b/i

const PHATIC_FACTOR = 0.4

/**
 * Loads the lexicon (5 MB) when it is first used. Returns how much a sentence tells relative to others: about 1, and
 * always 1 in languages other than English.
 */
export const loadSpeechActs = loadedOnce(async () => {
  const { default: nlp } = await import('compromise')
  return (text: string, language: LanguageCode): number => {
    if (language !== 'en') return 1
    const sentence = nlp(text)
    const factors = ACTS.map(({ match, factor }) => (sentence.has(match) ? factor : 1))
    return factors.reduce((product, factor) => product * factor, PHATIC.test(text) ? PHATIC_FACTOR : 1)
  }
})
