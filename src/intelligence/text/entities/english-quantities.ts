/**
 * Dates, times, sums of money, telephone numbers and other numbers in English, written or spoken. The grammar is our own:
 * chrono-node is made for reminders; it takes "500 a month" for a time and misses "half past ten" and "in 1998".
 */
import { AMOUNT, HOUR, MINUTES, NUMBER, ORDINAL_DAY, YEAR } from './english-numbers.ts'
import { isSpokenPhone, isWrittenPhone, SPOKEN_PHONE, WRITTEN_PHONE } from './phone-numbers.ts'
import { type EntityType, type EntitySpan, textBefore } from './entity-span.ts'

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|' +
  '(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?)'
const WEEKDAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)'
const SEASON = '(?:spring|summer|autumn|fall|winter)'
const PERIOD = `(?:day|week|weekend|month|quarter|year|decade|century|${SEASON})`
const DAY = `(?:(?:the )?${ORDINAL_DAY}|3[01]|[12]\\d|0?[1-9])`
const RELATIVE = '(?:last|next|this|this coming|this past|the following|the previous|every|each|the coming)'
const HOLIDAY =
  "(?:Christmas(?: Eve| Day)?|New Year's(?: Eve| Day)|Thanksgiving|Easter(?: Sunday| Monday)?|Halloween|" +
  "Valentine's Day|Labor Day|Independence Day)"
const CALENDAR_DAY = `(?:the ${ORDINAL_DAY} of ${MONTH}|(?:the )?${ORDINAL_DAY} ${MONTH}|(?:3[01]|[12]\\d|[1-9]) ${MONTH}|${MONTH} ${DAY})\\b(?!:)`
const PREPOSITION_OF_YEAR =
  '(?<=\\b(?:in|since|by|from|until|till|before|after|of|to|late|early|mid|during|between|around|year|circa) |\\b(?:between|from) \\d{4} (?:and|to) )'

const CURRENCY =
  '(?:(?:US|American|Canadian|Australian|Hong Kong) )?(?:dollars?|bucks?|cents?|euros?|pounds?|quid|pence|yen|yuan|' +
  '(?:Swiss )?francs?|rupees?|pesos?|rubles?|kroner|kronor|zloty|shekels?|dirhams?|rand|USD|EUR|GBP|CHF|JPY|CAD|AUD)\\b'

const MERIDIEM = "(?:a\\.m\\.|p\\.m\\.|[ap]\\.? ?m\\b|o'clock|o’clock)"
const PART_OF_DAY = '(?:in the (?:early )?(?:morning|afternoon|evening)|at night)'

interface Rule {
  readonly type: EntityType
  readonly pattern: RegExp
  /** Whether a match counts, given the text before it. */
  readonly isValid?: (text: string, before: string) => boolean
}

/** By precedence where they overlap. */
const RULES: readonly Rule[] = [
  { type: 'PHONE_NUMBER', pattern: WRITTEN_PHONE, isValid: isWrittenPhone },
  { type: 'PHONE_NUMBER', pattern: SPOKEN_PHONE, isValid: isSpokenPhone },
  rule('MONEY', `(?:US|C|A|AU|CA)?[$€£¥₹] ?${AMOUNT}(?: (?:dollars|euros|pounds))?`),
  rule('MONEY', `${NUMBER} ${CURRENCY}(?:(?: and)? ${NUMBER} (?:cents|pence)| \\d\\d(?![\\w.,:]))?`),
  rule('MONEY', `${NUMBER} ?[€£¥₹]`),
  rule('MONEY', `${NUMBER} grand\\b(?! (?:piano|slam|jury|prix|final|master))`),
  rule('DATE', `(?:${RELATIVE} )?${WEEKDAY}(?:,? (?:on )?${CALENDAR_DAY})(?:,? ${YEAR}\\b)?`),
  rule('DATE', `${CALENDAR_DAY}(?:,?(?: of)? ${YEAR}\\b)?`),
  rule('DATE', `(?:${WEEKDAY},? )(?:the )?${ORDINAL_DAY}\\b`),
  rule(
    'DATE',
    `\\b(?:the )?(?:beginning|start|middle|end) of (?:(?:the|this|last|next) ${PERIOD}|${MONTH}|${YEAR})\\b`,
  ),
  rule('DATE', `\\b(?:(?:early|mid|late)[- ])?${MONTH},?(?: of)? ${YEAR}\\b`),
  rule('DATE', `\\b(?:last|next|this|early|mid|late) ${MONTH}\\b`),
  rule('DATE', `\\b(?:early|mid|late)[- ](?:in )?${YEAR}\\b`),
  rule('DATE', `\\b(?:the )?${SEASON} (?:of |in )?${YEAR}\\b`),
  rule(
    'DATE',
    '(?<![\\w.])(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d\\d)|\\d{1,2}\\.\\d{1,2}\\.\\d{4})(?!\\w)',
  ),
  rule('DATE', `\\b(?:${RELATIVE} )?${WEEKDAY}s?\\b`),
  rule('DATE', `\\b${RELATIVE} ${PERIOD}\\b`, isDatedPeriod),
  rule('DATE', '\\b(?:the day (?:before yesterday|after tomorrow)|yesterday|today|tomorrow)\\b'),
  rule('DATE', `\\b(?:${NUMBER}|an?|a few|a couple of) (?:days?|weeks?|months?|years?) ago\\b`),
  rule(
    'DATE',
    `\\b(?:the )?(?:first|second|third|fourth|last) quarter(?: of (?:${YEAR}|(?:last|next|this) year))?\\b`,
  ),
  rule(
    'DATE',
    "\\b(?:the )?(?:(?:early|mid|late)[- ])?(?:(?:1[89]|20)\\d0s|(?<=the |')[2-9]0s|(?<=the )(?:nineteen )?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))\\b",
  ),
  rule(
    'DATE',
    `${PREPOSITION_OF_YEAR}${YEAR}\\b(?![,.:]\\d|%| (?:percent|per cent|people|dollars|and [a-z]{1,20} ?[a-z]{0,20}s\\b))`,
  ),
  rule(
    'DATE',
    `(?<=\\b(?:on|by|until|till|since|from|before|after) )the ${ORDINAL_DAY}(?=[.,?!;]|$| (?:at|of|and|or|because|so|in|if)\\b)`,
  ),
  rule('DATE', `\\b(?:(?:last|next|this) )?${HOLIDAY}(?: ${YEAR})?`),
  rule('DATE', `\\b${MONTH}(?!\\w)`, isMonth),
  rule(
    'TIME',
    `\\b(?:half|(?:a )?quarter|${MINUTES}|five|\\d{1,2})(?: minutes)? (?:past|to|till) ${HOUR}\\b(?! (?:percent|per cent|years|people))(?: ?${MERIDIEM})?(?: ${PART_OF_DAY})?`,
    isClock,
  ),
  rule('TIME', `(?<=\\b(?:at|by|until|till|about|around|past) )half ${HOUR}\\b`),
  rule('TIME', `\\b(?:[01]?\\d|2[0-3]):[0-5]\\d(?! ?${MERIDIEM})(?!\\w)(?: ${PART_OF_DAY})?`),
  rule(
    'TIME',
    `\\b(?:(?:[01]?\\d|2[0-3])[:.][0-5]\\d|${HOUR}(?:[ -]${MINUTES})?) ?${MERIDIEM}(?: ${PART_OF_DAY})?`,
  ),
  rule('TIME', `\\b${HOUR}(?:[ -]${MINUTES})? ${PART_OF_DAY}\\b`),
  rule(
    'TIME',
    `(?<=\\b(?:at|by|until|till|before|after|around|about|from) )${HOUR} ${MINUTES}\\b(?! (?:percent|dollars|people|${NUMBER}))`,
  ),
  rule(
    'TIME',
    `(?<=\\b(?:at|until|till) )${HOUR}(?: sharp)?(?=[.,?!;](?!\\d)|$| (?:on|tomorrow|today|tonight|sharp|and (?:then|we|I)|so)\\b)`,
    isTimeOfDay,
  ),
  rule(
    'TIME',
    '\\b(?:(?:this|tomorrow|yesterday) )?(?:noon|midday|midnight)\\b|\\btonight\\b|\\b(?:this) (?:morning|afternoon|evening)\\b',
  ),
  // A card, account or social security number.
  rule('NUMBER', '(?<![\\w.,:/-])\\d{2,}(?:[ -]\\d{2,}){2,}(?![\\w:/]|[.,-]\\d)'),
  rule('NUMBER', `${NUMBER}(?: ?%| percent\\b| per cent\\b)`),
  rule('NUMBER', NUMBER, isCount),
]

function rule(type: EntityType, source: string, isValid?: (text: string, before: string) => boolean): Rule {
  // A match does not begin within a word.
  return { type, pattern: new RegExp(`(?<![\\p{L}])(?:${source})`, 'giu'), ...(isValid && { isValid }) }
}

/** The quantities of an English text, the likelier ones first; they may overlap. */
export function* englishQuantities(text: string): Generator<EntitySpan> {
  for (const { type, pattern, isValid } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const from = match.index
      if (isValid && !isValid(match[0], textBefore(text, from))) continue
      yield { type, from, to: from + match[0].length }
    }
  }
}

/** "March on", "May I" and "Mar" at the start of a sentence are not months. */
function isMonth(text: string, before: string): boolean {
  if (!/^\p{Lu}/u.test(text)) return false
  if (!/^(?:may|march|mar|jan|dec|sep)\b/i.test(text)) return true
  return /\b(?:in|of|since|until|till|by|from|to|before|after|during|last|next|this|or|and|early|late|mid) $/i.test(
    before,
  )
}

/** "this day" and "each year" are not dates. */
function isDatedPeriod(text: string): boolean {
  return !/^(?:every|each|this (?:day|century|decade|quarter)$)/i.test(text)
}

/** "from five to ten" is a range, not a time. */
function isClock(text: string, before: string): boolean {
  return (
    !/ (?:to|till) /i.test(text) ||
    /quarter/i.test(text) ||
    /\b(?:at|it's|is|was|by|until|till|about|around|or) $/i.test(before)
  )
}

/** "look at five", "stay at seven" are not times. */
function isTimeOfDay(_: string, before: string): boolean {
  return !/\b(?:look|looking|aim|arrive|stands?|stay|stayed|remains?|start|starts|priced) at $/i.test(before)
}

/** "one" is a pronoun more often than a number. */
function isCount(text: string): boolean {
  return !/^one$/i.test(text)
}
