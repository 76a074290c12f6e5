/** Forms of answers in English: parts of dates, ages, and mailboxes of several words. */
import { spansOf, type TextRange } from '../../entities/entity-span.ts'
import { SPOKEN_GROUP } from './digit-runs.ts'

/** Words beside the value in an answer, such as "yes, that's" or "it's the". */
export const MAX_BESIDE = 4

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const ORDINAL =
  '(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|' +
  '(?:ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twentie|thirtie)th|\\d{1,2}(?:st|nd|rd|th)'
const MILLENNIUM = `two thousand(?: (?:and )?${SPOKEN_GROUP})?`
const HOLIDAY = "christmas|halloween|(?-i:(?:\\p{Lu}[\\p{L}'’]+ ){1,3})(?:day|eve)"
const DATE_PART = new RegExp(
  `(?<![\\p{L}\\d])(?:${HOLIDAY}|${MONTH}|${ORDINAL}|${MILLENNIUM})(?![\\p{L}\\d])`,
  'giu',
)
const DATE_NUMBER = new RegExp(`\\d|(?<!\\p{L})(?:${MONTH}|${ORDINAL}|${SPOKEN_GROUP})(?!\\p{L})`, 'iu')
const DATE_WORD = new RegExp(`^(?:the|of|and|${MONTH}|${ORDINAL})$`, 'i')

/** How many words of a text are neither in the given values nor parts of dates. */
export function wordsBeside(text: string, values: readonly TextRange[]): number {
  const words = Array.from(text.matchAll(/[\p{L}\p{N}]['’\p{L}\p{N}]*/gu))
  return words.filter(
    ({ 0: word, index }) =>
      !DATE_WORD.test(word) && !values.some(({ from, to }) => from <= index && index < to),
  ).length
}

/** Months and ordinal numbers, if hardly anything else is said. */
export function datePartsIn(text: string, beside: number): TextRange[] {
  return beside > MAX_BESIDE ? [] : spansOf(text, DATE_PART, 'DATE')
}

/** Returns true if a date is more than a day of the week. */
export function isCalendarDate(date: string): boolean {
  return DATE_NUMBER.test(date)
}

const AGE = new RegExp(
  "(?<=\\b(?:i['’]m|i am|(?:s?he|they|who)(?:['’](?:s|re)| is| are| was)|(?:i|s?he|they)(?:['’]ll| will| shall| would) be|turn(?:s|ed|ing)?|aged?(?: of)?|just) )" +
    `(?:\\d{1,3}|${SPOKEN_GROUP})(?! ?(?:o['’]clock|[ap]\\.?m\\b|%|[:.,]\\d))` +
    '(?= (?:years?|months?) old|[,.?!;]|\\s*$| (?:and|so|but|now|next|in|this)\\b)',
  'giu',
)

/** "I'm eighty three", "she's seventy two, so". */
export function agesIn(text: string): TextRange[] {
  return spansOf(text, AGE, 'AGE')
}

const LABEL = '[a-z0-9][a-z0-9-]{0,62}'
const JOINT = '(?:dot|underscore|hyphen|dash|minus|plus)'
/** Words that announce a mailbox, and are not part of it unless a separator follows. */
const CARRIER = "(?:is|it|it['’]s|that|that['’]s|this|to|use|take|try|at|and|so|yes|yeah|no|um|uh|er)"
const GAP = '(?:,? (?:then |and then |um,? |uh,? )?)'
const MAILBOX = new RegExp(
  `(?<=^|[.?!,] |\\b${CARRIER},? )(?!(?!at\\b)${CARRIER},? (?!at\\b|${JOINT}\\b))` +
    `(?:(?:${LABEL}${GAP}){0,8}?(?:at|@)${GAP}(?:${LABEL}${GAP}){0,4}(?:dot (?:[a-z] )*${LABEL} ?){1,3}|` +
    `(?:${LABEL} ${JOINT} ){1,4}${LABEL}(?: ${LABEL})?|` +
    `(?:${LABEL} ){0,5}${LABEL}(?=,? (?:all|no|in) (?:one|together|joined|lower|small|spaces?|capitals|caps)\\b)|` +
    `(?:(?:${LABEL} ){0,8}${LABEL}${GAP})?at (?:${LABEL} ){0,2}?(?:g ?mail|yahoo|hotmail|outlook|icloud|aol|proton|live)\\b(?: dot ${LABEL}){0,3})`,
  'giu',
)

const NUMBERED = new RegExp(
  `(?<=^|[.!,] |\\b${CARRIER},? )(?!(?:${CARRIER}|the|that|this|my|your|i|you|we|there|in|on|only|just|have)\\b)` +
    `(?:${LABEL} ){1,4}?(?<!\\b(?:old|new|other|same|right|wrong|work|first|second|last|different|another|a|with|only) (?=one\\b))${SPOKEN_GROUP}(?: ${SPOKEN_GROUP})*(?=[.,]*\\s*$)`,
  'giu',
)

/** "Garden gnome sixty six", whose domain is said later. */
export function numberedMailboxesIn(text: string): TextRange[] {
  return spansOf(text, NUMBERED, 'EMAIL_ADDRESS')
}

/** Forms that only e-mail addresses and user names have, whatever the topic: "harcourt underscore gardens". */
const NO_WORD = '(?!(?:an?|the|in|and|or|is|it|with|there|no)\\b)'
const UNDERSCORED = new RegExp(
  `(?<![\\w.@-])(?:${NO_WORD}${LABEL} underscore ){1,4}${NO_WORD}${LABEL}(?: ${SPOKEN_GROUP}){0,4}(?![\\w-])`,
  'giu',
)

export function underscoredIn(text: string): TextRange[] {
  return spansOf(text, UNDERSCORED, 'EMAIL_ADDRESS')
}

const LETTER_OF_NAME =
  /(?<=\b[Ww]ith(?:out)? (?:an?|one|two|the(?: letter)?) )\p{Lu}(?=(?:['’]s)?(?:[.,?!]|\s*$| (?:at|in|on|and|not|or) ))/gu

/** "Wills with an S". */
export function lettersOfNames(text: string): TextRange[] {
  return spansOf(text, LETTER_OF_NAME, 'NAME')
}

const FLOOR = new RegExp(
  `(?<!\\p{L})(?:${ORDINAL}|ground|top|basement|upper|lower) floor(?: (?:front|rear|back|left|right|flat))?(?!\\p{L})`,
  'giu',
)

export function floorsIn(text: string): TextRange[] {
  return spansOf(text, FLOOR, 'LOCATION')
}

/** "grainne o c seventy nine at gmail dot com": the mailbox is the text before "at", back to words that announce it. */
export function mailboxesIn(text: string): TextRange[] {
  return spansOf(text, MAILBOX, 'EMAIL_ADDRESS')
}
