/** Telephone numbers: by their form alone, as whether one is in service says little about whether one is meant. */
import { SPOKEN_DIGIT } from './english-numbers.ts'

/** Figures in groups, which {@link isWrittenPhone} looks at. */
export const WRITTEN_PHONE = /(?<![\w.,:/$€£-])\+?\(?\d[\d().\s-]{5,22}\d(?![\w%:/]|[.,]\d)/g

/** Seven figures or more that are read out, which {@link isSpokenPhone} looks at. */
export const SPOKEN_PHONE = new RegExp(
  `\\b(?:plus )?(?:(?:double |triple )?${SPOKEN_DIGIT}(?:[,-]? |-)){6,}${SPOKEN_DIGIT}\\b`,
  'gi',
)

/** Of a number of seven figures or more, whether it is written as telephone numbers are, and not called an order or so. */
export function isWrittenPhone(text: string, before: string): boolean {
  const figures = text.replaceAll(/\D/g, '').length
  if (figures < 7 || figures > 15 || OTHER_NUMBER.test(before)) return false
  if (/^\d{3}-\d\d-\d{4}$|^\d{4}(?:[ -]\d{4}){2,}|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}/.test(text))
    return false
  if (/^\+|[()]/.test(text)) return true
  const groups = text.split(/[\s.-]+/)
  return groups.length > 1
    ? groups.every((group) => group.length <= (text.startsWith('0') ? 8 : 5))
    : figures >= 10 || PHONE_CUE.test(before)
}

const OTHER_NUMBER =
  /\b(?:order|account|reference|ticket|invoice|case|tracking|card|policy|serial)\b[^.?!]{0,25}$/i
const PHONE_CUE = /\b(?:phone|call|telephone|cell|mobile|dial|number|reach|text|fax|ring|hotline)\b/i

/** Of figures read out, whether it is not someone counting. */
export function isSpokenPhone(text: string, before: string): boolean {
  return !/one,? two,? three,? four,? five,? six,? seven/i.test(text) && !OTHER_NUMBER.test(before)
}
