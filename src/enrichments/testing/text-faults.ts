/** Finds what must not be in an extracted English text: fragments, fillers and doubled punctuation. */
import nlp from 'compromise'
import { contentWords } from '../topics/content-words.ts'

const FILLERS = /\b(?:um|uh|er|erm|hmm|mhm|uh-huh)\b|(?:^|, )(?:you know|i mean|yeah|okay|well|right),/i
const OPENINGS = /^(?:and|but|so|or|because|nor|um|uh|well|yeah|okay|right|mhm|oh|anyway|you know|i mean)\b/i
const DOUBLED = /[.,;:!?]\s*[.,;:!?]|\s[.,;:!?]|\s{2}/

/** The faults of a summary, or of one of its points. */
export function textFaults(text: string): string[] {
  const faults: string[] = []
  if (!/^["“]?[\p{Lu}\p{N}]/u.test(text)) faults.push('does not begin in upper case')
  if (!/[.?!]["”]?$/.test(text)) faults.push('does not end in a full stop')
  if (OPENINGS.test(text)) faults.push('begins with a conjunction or filler')
  if (FILLERS.test(text)) faults.push('contains a filler')
  if (DOUBLED.test(text)) faults.push('has doubled punctuation')
  const [first = ''] = text.split(/(?<=[.?!]) /)
  if (!nlp(first).has('(#PastTense|#PresentTense|#Copula|#Modal|#Auxiliary|#Imperative|#Infinitive)'))
    faults.push('its first sentence has no finite verb')
  return faults
}

/** The faults of a headline, given the text of its chapter, which must contain its phrases in this order. */
export function headlineFaults(headline: string, text: string): string[] {
  const faults: string[] = []
  if (contentWords(headline, 'en').length === 0) faults.push('consists of function words')
  if (FILLERS.test(headline)) faults.push('contains a filler')
  if (DOUBLED.test(headline)) faults.push('has doubled punctuation')
  if (!/^[\p{Lu}\p{N}]/u.test(headline)) faults.push('does not begin in upper case')
  const own = text.toLowerCase()
  let at = 0
  for (const phrase of headline.toLowerCase().split(', ')) at = at < 0 ? at : own.indexOf(phrase, at)
  if (at < 0) faults.push('is not in the words of the chapter, in reading order')
  return faults
}
