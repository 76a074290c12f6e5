/**
 * What a sentence does: it decides, promises, asks for something, or says what is wrong. These sentences, and those with dates,
 * say more of the matter than others that are as central; greetings, thanks and apologies say nothing of it.
 */
import type { LanguageCode } from '../../contract/languages.ts'
import { loadedOnce } from '../../models/loaded-once.ts'

/**
 * In the match syntax of compromise, and how much more or less such a sentence tells: obligations and intentions; problems and
 * refusals; dates; and sentences that begin with what was said before.
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

/** Loads the lexicon (5 MB) on first use: how much a sentence tells beside others, about 1, and 1 in other languages than English. */
export const loadSpeechActs = loadedOnce(async () => {
  const { default: nlp } = await import('compromise')
  return (text: string, language: LanguageCode): number => {
    if (language !== 'en') return 1
    const sentence = nlp(text)
    const factors = ACTS.map(({ match, factor }) => (sentence.has(match) ? factor : 1))
    return factors.reduce((product, factor) => product * factor, PHATIC.test(text) ? PHATIC_FACTOR : 1)
  }
})
