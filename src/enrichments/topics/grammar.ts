/** Which texts can be read alone: recognised speech also has fragments, and sentences without an end. */
import type { LanguageCode } from '../../contract/languages.ts'
import { loadedOnce } from '../../models/loaded-once.ts'
import { withoutFillers } from './spoken-words.ts'

interface Grammar {
  /**
   * Whether a text, with its fillers, is a whole sentence. It begins in upper case, if its script has one, and ends in a full
   * stop or the like; in English it also has a finite verb, and does not begin with a conjunction, nor with "is" unless it is
   * a question, nor end in a word that something must follow.
   */
  readonly isWhole: (text: string, language: LanguageCode) => boolean
  /** Whether some words are a phrase: in English no verb, pronoun, date or greeting, and the like. */
  readonly isNounPhrase: (text: string, language: LanguageCode) => boolean
}

/** Longer sentences are several whose ends were not recognised, in characters. */
const MAX_LENGTH = 250

/** In the match syntax of compromise. */
const FINITE_VERB = '(#PastTense|#PresentTense|#Copula|#Modal|#Auxiliary|#Imperative)'
const OPEN_END = '(#Conjunction|#Preposition|#Determiner|#Possessive)$'

/** Words that are not in the name of a subject. */
const NO_SUBJECT = '(#Verb|#Pronoun|#QuestionWord|#Negative|#Date|#Expression|#Adverb)'

/** Loads the lexicon (5 MB) on first use. */
export const loadGrammar = loadedOnce(async (): Promise<Grammar> => {
  const { default: nlp } = await import('compromise')
  return {
    isWhole(text, language) {
      if (text.length > MAX_LENGTH || /^\P{L}*\p{Ll}/u.test(text)) return false
      if (!/[\p{L}\p{N}][.?!。？！؟।]["'”’»」』)]*$/u.test(text)) return false
      if (language !== 'en') return true
      const sentence = nlp(withoutFillers(text, language))
      const starts = text.includes('?') ? '^#Conjunction' : '^(#Conjunction|#Copula)'
      return sentence.has(FINITE_VERB) && !sentence.has(starts) && !sentence.has(OPEN_END)
    },
    isNounPhrase: (text, language) => language !== 'en' || !nlp(text).has(NO_SUBJECT),
  }
})
