/** Finds what identifies somebody in a transcript, which summaries and headlines avoid. */
import type { Sentence } from '../../text/timed-sentences.ts'
import { spokenEntities } from '../entities/entities.ts'
import { type EntityType, spansOf, type TextRange } from '../entities/entity-span.ts'

/** Entities that always identify somebody. */
const PERSONAL: ReadonlySet<EntityType> = new Set(['NAME', 'EMAIL_ADDRESS', 'PHONE_NUMBER'])

/** Entities that look like a number said digit by digit. */
const HARMLESS: ReadonlySet<EntityType> = new Set(['DATE', 'TIME', 'MONEY'])

const UNIT = 'zero|oh?|one|two|three|four|five|six|seven|eight|nine'
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const TEENS = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
/** A letter, digit or number that is said as part of a longer value. */
const SAID = `(?:double|triple|(?:${TENS})(?:[ -](?:${UNIT})|(?![ -](?:${UNIT})\\b))|${TEENS}|${UNIT}|(?-i:\\p{Lu})|\\d+)(?![\\p{L}\\d'’])`
const HOUSE_NUMBER = `(?:\\d+ ?[a-z]?|(?:${TENS})(?:[ -](?:${UNIT}))?|${TEENS}|${UNIT})`

/**
 * Values recognised by their form. In doubt, something counts as personal, because a summary can choose another sentence.
 * What follows a currency is a sum.
 */
const FORMS = [
  // "S M Y T H", "three one double eight", "D, 7 7 1"
  `(?<![\\p{L}\\d'’])${SAID}(?:(?:[ ,.-]{1,2}| dash )${SAID}){2,40}`,
  // "D for delta", "V as in Victor"
  String.raw`(?<![\p{L}\d])(?-i:\p{Lu}) (?:for|as in) \p{L}+`,
  // "3188 0624", "24-1165", "519338", but not "2026" and "1,500"
  String.raw`(?<![\p{L}\d,.$€£¥])(?:\d[ -]?){5,}(?![\d%]|,\d)`,
  // "JD00", "SK4 3PT"
  String.raw`(?<![\p{L}\d])(?-i:\p{Lu}{1,3}\d[\p{Lu}\d]?[ -]?\d[\p{Lu}\d]+)(?![\p{L}\d])`,
  String.raw`\S{1,100}@\S{1,100}|\S{1,100} (?:dot|underscore) \S{1,100}`,
  // "27 Larch Close"
  String.raw`(?<![\p{L}\d])(?:${HOUSE_NUMBER},? )?(?-i:(?:\p{Lu}[\p{L}'’]+ ){1,3}(?:Road|Street|Lane|Avenue|Drive|Close|Court|Terrace|Square|Crescent|Place|Way|Boulevard))(?!\p{L})`,
].map((source) => new RegExp(source, 'giu'))

/**
 * The ranges of personal values in each sentence: all occurrences of people's names, addresses and numbers.
 * @throws the reason of `signal` once it is aborted
 */
export async function personalRanges(
  sentences: readonly Sentence[],
  signal: AbortSignal,
): Promise<TextRange[][]> {
  const utterances = sentences.map((sentence) => ({
    ...sentence,
    speaker: sentence.speaker ?? 0,
    words: [...sentence.words],
    confidence: 1,
  }))
  const values = new Set<string>()
  const harmless = new Set<string>()
  for (const { type, text } of await spokenEntities({ utterances }, signal)) {
    if (HARMLESS.has(type)) harmless.add(text)
    if (!PERSONAL.has(type) || text.length < 2) continue
    values.add(text)
    // "Mrs Smyth" also refers to "Helen Rose Smyth".
    if (type === 'NAME') for (const part of text.match(/\p{Lu}[\p{L}’'-]+/gu) ?? []) values.add(part)
  }
  const known = Array.from(values, (value) => RegExp.escape(value)).join('|') || '(?!)'
  const occurrences = new RegExp(`(?<![\\p{L}\\d])(?:${known})(?![\\p{L}\\d])`, 'gu')
  return sentences.map(({ text }) => [
    ...spansOf(text, occurrences, 'PERSONAL'),
    ...FORMS.flatMap((form) => spansOf(text, form, 'PERSONAL')).filter(
      ({ from, to }) => !harmless.has(text.slice(from, to)),
    ),
  ])
}
