/** Decides which texts can be read alone: recognised speech also contains fragments, and sentences without an end. */
import type { LanguageCode } from '../../contract/languages.ts'
import { loadedOnce } from '../../models/loaded-once.ts'
import { withoutFillers } from './spoken-words.ts'

interface Grammar {
  /**
   * Returns true if a text, including its fillers, is a complete sentence. It begins in upper case, if its script has
   * one, and ends in a full stop or similar. In English, it also has a finite verb, does not begin with a conjunction,
   * begins with "is" only if it is a question, and does not end in a word that needs a continuation.
   */
  readonly isWhole: (text: string, language: LanguageCode) => boolean
  /** Returns true if some words are a phrase: in English, without a verb, pronoun, date, greeting and so on. */
  readonly isNounPhrase: (text: string, language: LanguageCode) => boolean
}

/** The longest sentence, in characters; longer ones are several whose ends were not recognised. */
const MAX_LENGTH = 250

/** In the match syntax of compromise. */
const FINITE_VERB = '(#PastTense|#PresentTense|#Copula|#Modal|#Auxiliary|#Imperative)'
const OPEN_END = '(#Conjunction|#Preposition|#Determiner|#Possessive)$'

/** Words that do not occur in the name of a subject. */
const NO_SUBJECT = '(#Verb|#Pronoun|#QuestionWord|#Negative|#Date|#Expression|#Adverb)'

/** Loads the lexicon (5 MB) when it is first used. */
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
