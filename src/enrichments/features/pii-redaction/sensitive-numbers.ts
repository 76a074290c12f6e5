/**
 * Finds numbers that identify someone, by their check digits, their form or the words before them. In doubt, a number
 * counts as sensitive.
 */
import { isIPv4, isIPv6 } from 'node:net'
import { spansOf, textBefore, type TextRange } from '../../entities/entity-span.ts'
import { PHONE_CUES } from '../../entities/phone-numbers.ts'
import { type DigitRun, digitRuns, SPOKEN_GROUP } from './digit-runs.ts'

type NumberType = 'PHONE_NUMBER' | 'CREDIT_CARD' | 'IP_ADDRESS' | 'SSN' | 'BANK_ACCOUNT' | 'ROUTING_NUMBER'

export interface SensitiveNumber extends TextRange {
  readonly type: NumberType
}

/** The sensitive numbers in a text, written in ASCII digits or spoken in English; they may overlap. */
export function sensitiveNumbers(text: string): SensitiveNumber[] {
  return [
    ...digitRuns(text).flatMap((run) => numbersOfRun(run, text)),
    ...spansOf(text, SSN, 'SSN'),
    ...bankAccounts(text),
    ...spansOf(text, IPV4, 'IP_ADDRESS').filter(({ from, to }) => isIPv4(text.slice(from, to))),
    ...spansOf(text, IPV6, 'IP_ADDRESS').filter(({ from, to }) => isIPv6(text.slice(from, to))),
    ...spansOf(text, SPOKEN_IPV4, 'IP_ADDRESS'),
  ]
}

/** Shorter numbers are not sensitive, whatever the words before them. */
const MIN_DIGITS = 4

interface Kind {
  readonly type: NumberType
  /** Words that say what a number is, at most 80 characters before it, as alternatives of a regular expression. */
  readonly cue: string
  /** Checks the length and the check digit of such numbers. */
  readonly isValid?: (digits: string) => boolean
}

const KINDS = (
  [
    { type: 'CREDIT_CARD', cue: 'card|visa|mastercard|amex|american express', isValid: isCard },
    { type: 'SSN', cue: 'social|ssn|s\\.s\\.n' },
    { type: 'BANK_ACCOUNT', cue: 'account|iban' },
    { type: 'ROUTING_NUMBER', cue: 'routing|aba|transit', isValid: isRoutingNumber },
    // ITU-T E.164 allows up to 15 digits.
    { type: 'PHONE_NUMBER', cue: PHONE_CUES },
  ] satisfies Kind[]
).map(({ cue, ...kind }: Kind) => ({ ...kind, cue: new RegExp(`\\b(?:${cue})\\b[^?!]{0,80}$`, 'i') }))

/** Marks a sum of money, which may follow the word "account" but is not an account number. */
const CURRENCY_SIGN = /[$€£¥₹] ?$/
const CURRENCY = /^ ?(?:[$€£¥₹]|(?:dollars?|bucks|euros?|pounds?|quid|rupees?|yen)\b)/i

function numbersOfRun(run: DigitRun, text: string): SensitiveNumber[] {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return []
  const digits = run.map((group) => group.digits).join('')
  const whole = { from: first.from, to: last.to }
  const before = textBefore(text, first.from)
  const isAmount = CURRENCY_SIGN.test(before) || CURRENCY.test(text.slice(last.to, last.to + 20))
  const isSpoken = !/\d/.test(text.slice(first.from, last.to))
  return KINDS.flatMap(({ type, cue, isValid }) => {
    const isCalled = digits.length >= MIN_DIGITS && !isAmount && cue.test(before)
    const isPhone = digits.length >= 7 && digits.length <= 15 && (isSpoken || isCalled)
    const isLikely = type === 'PHONE_NUMBER' ? isPhone : isCalled
    // One misrecognised digit of a card invalidates its check digit.
    if (isLikely || (type === 'CREDIT_CARD' && /^[2-6]\d{14,15}$/.test(digits))) return [{ type, ...whole }]
    return isValid ? checkedNumbers(run, type, isValid) : []
  })
}

/** Digits of the longest number with a check digit. */
const MAX_CHECKED_DIGITS = 19

/** The parts of a run, in whole groups, that pass a check: the longest at each position, without overlaps. */
function checkedNumbers(
  run: DigitRun,
  type: NumberType,
  isValid: (digits: string) => boolean,
): SensitiveNumber[] {
  const found: SensitiveNumber[] = []
  for (let start = 0; start < run.length; start++) {
    let digits = ''
    let end = -1
    for (let next = start; next < run.length && digits.length < MAX_CHECKED_DIGITS; next++) {
      digits += run[next]?.digits ?? ''
      if (isValid(digits)) end = next
    }
    const [first, last] = [run[start], run[end]]
    if (!first || !last) continue
    found.push({ type, from: first.from, to: last.to })
    start = end
  }
  return found
}

/** ISO/IEC 7812: 13 to 19 digits, of a payment network (2–6), with a Luhn check digit. */
function isCard(digits: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** ABA routing number of a US bank: nine digits, a valid region, and a check digit. */
function isRoutingNumber(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits) || /^0+$/.test(digits))
    return false
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

/** Excludes area, group and serial numbers that are never issued. */
const SSN = /(?<![\d-])(?!000|666|9)\d{3}([ -])(?!00)\d\d\1(?!0000)\d{4}(?![\d-])/g

/** With or without spaces between its groups. */
const IBAN = /(?<![\p{L}\d])[A-Z]{2} ?\d ?\d(?: ?[A-Z\d]){11,30}(?![\p{L}\d])/gu

function bankAccounts(text: string): SensitiveNumber[] {
  return Array.from(text.matchAll(IBAN)).flatMap(({ 0: match, index }) => {
    // Capitals after it may not belong to it.
    for (let to = match.length; to > 0; to = match.lastIndexOf(' ', to - 1))
      if (isIban(match.slice(0, to))) return [{ type: 'BANK_ACCOUNT' as const, from: index, to: index + to }]
    return []
  })
}

/** ISO 13616: the remainder of a division by 97 is 1. */
function isIban(text: string): boolean {
  const bare = text.replaceAll(' ', '')
  if (bare.length < 15 || bare.length > 34) return false
  const digits = Array.from(bare.slice(4) + bare.slice(0, 4), (character) =>
    Number.parseInt(character, 36),
  ).join('')
  return BigInt(digits) % 97n === 1n
}

const IPV4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g
const IPV6 = /(?<![\w:])(?=[\da-f:]*[\da-f])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:])/gi
const OCTET = `(?:\\d{1,3}|${SPOKEN_GROUP}(?:[ -](?:hundred(?: and)?|${SPOKEN_GROUP})){0,3})`
const SPOKEN_IPV4 = new RegExp(`(?<![\\p{L}\\d])${OCTET}(?: (?:dot|point) ${OCTET}){3}(?![\\p{L}\\d])`, 'giu')
