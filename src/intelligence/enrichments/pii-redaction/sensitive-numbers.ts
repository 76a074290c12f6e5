/**
 * Numbers that give someone away, by their check digits, by their form, or by what is said before them. In doubt, a
 * number is taken for one: a recogniser that mishears one figure of a card breaks its check digit.
 */
import { isIPv4, isIPv6 } from 'node:net'

export type NumberType =
  | 'PHONE_NUMBER'
  | 'CREDIT_CARD'
  | 'IP_ADDRESS'
  | 'SSN'
  | 'BANK_ACCOUNT'
  | 'ROUTING_NUMBER'

/** A number at a place in a text, in UTF-16 units. */
export interface TellingNumber {
  readonly type: NumberType
  readonly from: number
  readonly to: number
}

/** Those in a text; may overlap. Figures are ASCII, or said in English. */
export function tellingNumbers(text: string): TellingNumber[] {
  return [
    ...figureRuns(text).flatMap((run) => readAloud(run, text)),
    ...matches(text, SSN, 'SSN', isSsn),
    ...bankAccounts(text),
    ...matches(text, IPV4, 'IP_ADDRESS', (found) => isIPv4(found)),
    ...matches(text, IPV6, 'IP_ADDRESS', (found) => isIPv6(found)),
    ...matches(text, SPOKEN_IPV4, 'IP_ADDRESS'),
  ]
}

/** Figures in a row, written in groups or said. */
interface FigureRun {
  readonly groups: readonly { readonly figures: string; readonly from: number; readonly to: number }[]
}

const UNITS = 'zero one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const UNIT = `(?:${UNITS.join('|')}|oh|o)`
const SPOKEN = `(?:(?:double|triple)[ -]${UNIT}|(?:${TENS.join('|')})(?:[ -](?:${UNITS.slice(1).join('|')}))?|${TEENS.join('|')}|${UNIT})`
const GROUP = new RegExp(`\\d+|(?<![\\p{L}\\d])${SPOKEN}(?![\\p{L}\\d])`, 'giu')
/** What may stand between two groups of one number. */
const BETWEEN = /^(?:[\s,.–—…-]|dash|uh|um|and|then)*$/i

function figureRuns(text: string): FigureRun[] {
  const runs: { figures: string; from: number; to: number }[][] = []
  for (const { 0: said, index: from } of text.matchAll(GROUP)) {
    const group = { figures: figuresOf(said), from, to: from + said.length }
    const last = runs.at(-1)?.at(-1)
    if (last && BETWEEN.test(text.slice(last.to, from))) runs.at(-1)?.push(group)
    else runs.push([group])
  }
  return runs.map((groups) => ({ groups }))
}

function figuresOf(said: string): string {
  if (/^\d/.test(said)) return said
  const words = said.toLowerCase().split(/[ -]/)
  const [first = '', second = ''] = words
  if (first === 'double' || first === 'triple') return String(unit(second)).repeat(first === 'double' ? 2 : 3)
  if (TEENS.includes(first)) return String(10 + TEENS.indexOf(first))
  if (TENS.includes(first)) return String(20 + 10 * TENS.indexOf(first) + (second ? unit(second) : 0))
  return String(unit(first))
}

function unit(word: string): number {
  return word === 'o' || word === 'oh' ? 0 : UNITS.indexOf(word)
}

/** How far before a number it may be said what it is, in characters. */
const CUE_DISTANCE = 80
const CARD_CUE = /\b(?:card|visa|mastercard|amex|american express)\b[^?!]*$/i
const PHONE_CUE = /\b(?:phone|telephone|call|cell|mobile|dial|number|reach|text|fax|ring|hotline)\b[^?!]*$/i
const SSN_CUE = /\b(?:social|ssn|s\.s\.n)\b[^?!]*$/i
const ACCOUNT_CUE = /\b(?:account|iban)\b[^?!]*$/i
const ROUTING_CUE = /\b(?:routing|aba|transit)\b[^?!]*$/i

function readAloud({ groups }: FigureRun, text: string): TellingNumber[] {
  const [first, last] = [groups[0], groups.at(-1)]
  if (!first || !last) return []
  const figures = groups.map((group) => group.figures).join('')
  const before = text.slice(Math.max(0, first.from - CUE_DISTANCE), first.from)
  const whole = { from: first.from, to: last.to }
  const found: TellingNumber[] = []
  const isCardLong = /^[2-6]\d{14,15}$/.test(figures)
  if (isCardLong || (figures.length >= 4 && CARD_CUE.test(before)))
    found.push({ type: 'CREDIT_CARD', ...whole })
  else found.push(...checkedPart(groups, 'CREDIT_CARD', isCard))
  if (figures.length >= 4 && SSN_CUE.test(before)) found.push({ type: 'SSN', ...whole })
  if (figures.length >= 4 && ACCOUNT_CUE.test(before)) found.push({ type: 'BANK_ACCOUNT', ...whole })
  if (figures.length >= 4 && ROUTING_CUE.test(before)) found.push({ type: 'ROUTING_NUMBER', ...whole })
  else found.push(...checkedPart(groups, 'ROUTING_NUMBER', isRouting))
  if (isPhone(figures, text.slice(first.from, last.to), before))
    found.push({ type: 'PHONE_NUMBER', ...whole })
  return found
}

/** Read out figure by figure, or where a telephone is spoken of. ITU-T E.164 has up to 15 figures. */
function isPhone(figures: string, said: string, before: string): boolean {
  if (figures.length < 7 || figures.length > 15) return false
  return !/\d/.test(said) || PHONE_CUE.test(before)
}

/** The most figures that a checked number has. */
const LONGEST = 19

/** The parts of a run, of whole groups, that pass a check; at each place the longest, none overlapping. */
function checkedPart(
  groups: FigureRun['groups'],
  type: NumberType,
  isOne: (figures: string) => boolean,
): TellingNumber[] {
  const found: TellingNumber[] = []
  for (let at = 0; at < groups.length; at++) {
    let figures = ''
    let end = -1
    for (let next = at; next < groups.length && figures.length < LONGEST; next++) {
      figures += groups[next]?.figures ?? ''
      if (isOne(figures)) end = next
    }
    const [first, last] = [groups[at], groups[end]]
    if (!first || !last) continue
    found.push({ type, from: first.from, to: last.to })
    at = end
  }
  return found
}

/** ISO/IEC 7812: 13 to 19 figures, of a payment network (2–6), with the check digit of Luhn. */
function isCard(figures: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(figures)) return false
  const sum = Array.from(figures)
    .toReversed()
    .reduce((total, figure, index) => {
      const value = Number(figure) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** Of an American bank: nine figures, the first two of a known region, with the check digit of the ABA. */
function isRouting(figures: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(figures) || /^0+$/.test(figures))
    return false
  const sum = Array.from(figures).reduce(
    (total, figure, index) => total + Number(figure) * ([3, 7, 1][index % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

const SSN = /(?<![\d-])\d{3}([ -])\d\d\1\d{4}(?![\d-])/g

/** Numbers of an area, a group or a series that are never given out are none. */
function isSsn(found: string): boolean {
  return !/^(?:000|666|9)|^\d{3}.00|0000$/.test(found)
}

/** With or without spaces between its groups. */
const IBAN = /(?<![\p{L}\d])[A-Z]{2} ?\d ?\d(?: ?[A-Z\d]){11,30}(?![\p{L}\d])/gu

function bankAccounts(text: string): TellingNumber[] {
  return Array.from(text.matchAll(IBAN)).flatMap(({ 0: found, index }) => {
    // What follows in capitals may not belong to it.
    for (let to = found.length; to > 0; to = found.lastIndexOf(' ', to - 1))
      if (isIban(found.slice(0, to))) return [{ type: 'BANK_ACCOUNT' as const, from: index, to: index + to }]
    return []
  })
}

/** ISO 13616: the rest of a division by 97 is 1. */
function isIban(found: string): boolean {
  const bare = found.replaceAll(' ', '')
  if (bare.length < 15 || bare.length > 34) return false
  const figures = Array.from(bare.slice(4) + bare.slice(0, 4), (sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(figures) % 97n === 1n
}

const IPV4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g
const IPV6 = /(?<![\w:])(?=[\da-f:]*[\da-f])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:])/gi
const PART = `(?:\\d{1,3}|${SPOKEN}(?:[ -](?:hundred(?: and)?|${SPOKEN})){0,3})`
const SPOKEN_IPV4 = new RegExp(`(?<![\\p{L}\\d])${PART}(?: (?:dot|point) ${PART}){3}(?![\\p{L}\\d])`, 'giu')

function matches(
  text: string,
  pattern: RegExp,
  type: NumberType,
  isOne: (found: string) => boolean = () => true,
): TellingNumber[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ found, index }))
    .filter(({ found }) => isOne(found))
    .map(({ found, index }) => ({ type, from: index, to: index + found.length }))
}
