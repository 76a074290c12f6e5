/** Telephone numbers, by their form alone: whether a number is in service says little about whether one is meant. */
import { SPOKEN_DIGIT } from './english-numbers.ts'

/** Groups of digits, to be checked by {@link isWrittenPhone}. */
export const WRITTEN_PHONE = /(?<![\w.,:/$€£-])\+?\(?\d[\d().\s-]{5,22}\d(?![\w%:/]|[.,]\d)/g

/** Seven digits or more that are read aloud, to be checked by {@link isSpokenPhone}. */
export const SPOKEN_PHONE = new RegExp(
  `\\b(?:plus )?(?:(?:double |triple )?${SPOKEN_DIGIT}(?:[,-]? |-)){6,30}${SPOKEN_DIGIT}\\b`,
  'gi',
)

/** Whether digits are grouped like a telephone number, and not called an order number or the like. */
export function isWrittenPhone(text: string, before: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  if (digits < 7 || digits > 15 || OTHER_NUMBER.test(before)) return false
  if (/^\d{3}-\d\d-\d{4}$|^\d{4}(?:[ -]\d{4}){2,}|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}/.test(text))
    return false
  if (/^\+|[()]/.test(text)) return true
  const groups = text.split(/[\s.-]+/)
  return groups.length > 1
    ? groups.every((group) => group.length <= (text.startsWith('0') ? 8 : 5))
    : digits >= 10 || PHONE_CUE.test(before)
}

const OTHER_NUMBER =
  /\b(?:order|account|reference|ticket|invoice|case|tracking|card|policy|serial)\b[^.?!]{0,25}$/i

/** Words that announce a telephone number, as alternatives of a regular expression. */
export const PHONE_CUES = 'phone|telephone|call|cell|mobile|dial|number|reach|text|fax|ring|hotline'
const PHONE_CUE = new RegExp(`\\b(?:${PHONE_CUES})\\b`, 'i')

/** Whether digits read aloud are more than counting. */
export function isSpokenPhone(text: string, before: string): boolean {
  return !/one,? two,? three,? four,? five,? six,? seven/i.test(text) && !OTHER_NUMBER.test(before)
}
