/**
 * Spoken and written English numbers, as sources of regular expressions (flag `i`). Repetitions of words have a limit, so
 * that the time for a text grows with its length only.
 */

export const UNIT_WORDS = 'one two three four five six seven eight nine'.split(' ')
export const TEEN_WORDS =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
export const TENS_WORDS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const UNITS = UNIT_WORDS.join('|')
const TEENS = TEEN_WORDS.join('|')
const TENS = TENS_WORDS.join('|')
const SCALES = 'hundred|thousand|million|billion|trillion|dozen'

const below100 = `(?:(?:${TENS})(?:[- ](?:${UNITS}))?|${TEENS}|${UNITS})`
const spelled = `(?:zero|(?:${below100}|an?(?= (?:${SCALES})\\b))(?: (?:${SCALES})(?: (?:and )?${below100}(?![- ]o'clock))?){0,8})`

/** "twenty-five", "a hundred and two", "three point five". */
const SPELLED_NUMBER = `\\b${spelled}(?: point(?: (?:zero|oh|${UNITS})){1,20})?(?: and a half(?: (?:million|billion|trillion))?)?\\b`

/** "42", "35,000", "4.5 million", "20k". Not "3rd", "q2", "1.2.3". */
const WRITTEN_NUMBER = `(?<![\\w.,:/-]|[$€£¥₹])(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?: ?(?:k|m|bn)\\b|(?: (?:${SCALES})){1,3}\\b)?(?![\\w:/]|[.,-]\\d)`

export const NUMBER = `(?:${WRITTEN_NUMBER}|${SPELLED_NUMBER})`

/** A number after a currency sign, where {@link NUMBER} does not match. */
export const AMOUNT = `\\d+(?:,\\d{3})*(?:\\.\\d+)?(?: ?(?:k|m|bn)\\b|(?: (?:${SCALES})){1,3}\\b)?`

/** An hour on the clock, in words or digits. */
export const HOUR = `(?:${UNITS}|ten|eleven|twelve|1[0-2]|0?[1-9])`

/** Minutes past an hour in words, as in "ten fifteen" or "ten oh five". */
export const MINUTES = `(?:(?:o|oh) (?:${UNITS})|(?:twenty|thirty|forty|fifty)(?:[- ](?:${UNITS}))?|${TEENS})`

/** A day of the month: "first" to "thirty-first", or "3rd". */
export const ORDINAL_DAY =
  '(?:(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|twentieth|thirtieth|first|' +
  'second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|' +
  'sixteenth|seventeenth|eighteenth|nineteenth|(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th))'

/** "1998", "nineteen ninety-eight", "two thousand and nine", "twenty twenty-five". */
export const YEAR = `(?:(?:1[5-9]|20)\\d\\d|(?:nineteen|eighteen|twenty) (?:(?:oh|o) (?:${UNITS})|hundred|${TEENS}|(?:${TENS})(?:[- ](?:${UNITS}))?)|two thousand(?: (?:and )?(?:${below100}))?)`

/** One digit read aloud. */
export const SPOKEN_DIGIT = `(?:zero|oh|o|${UNITS})`
