/** Finds numbers that measure, count or compare, and so are not codes. */
import { spansOf, type TextRange } from '../../entities/entity-span.ts'
import { SPOKEN_GROUP } from './digit-runs.ts'
import type { Code } from './codes.ts'

/** What follows a quantity: "ten feet", "one letter", "seventy a night". */
const UNIT =
  /^(?: ?%| ?(?:percent|per|thousand|million|quid|euro|feet|people|children|o'clock|[ap]\.?m)\b| (?:an?|each|every) \p{L}|-?(?:day|hour|minute|month|year|week)| (?:(?:kilo|milli|centi)?(?:gram|metre|meter|litre|liter)|mil|kilo|meg|gig|foot|mile|inch|degree|stone|piece|night)\b|(?: \p{Ll}+)? (?!(?:is|was|as|this|yes|has|does|thanks|plus|ends|its|less|always)\b)\p{Ll}{2,}(?<!s)s\b)/u
const UNIT_OF_SEVERAL = /^ ?(?:%|per ?cent\b|degrees\b)/
const SUM = /^ (?:dollars?|bucks|euros?|pounds?|quid|rupees?)\b/
const RATE = /^ (?:an?|per) \p{L}/u
/** "half eleven", "ten past six". */
const CLOCK = /\b(?:half|quarter|past|o['’]clock) $/i

/** Returns true if a code in a text is a quantity. Codes of several groups hardly ever are. */
export function isMeasured(code: Code, text: string): boolean {
  const [first, last] = [code[0]!, code.at(-1)!]
  const after = text.slice(last.to, last.to + 40)
  if (code.length > 1 && /^[^,.]*hundred[^,.]*$/i.test(text.slice(first.from, last.to)) && SUM.test(after))
    return true
  if (code.length > 1) return UNIT_OF_SEVERAL.test(after) || (code.length === 2 && RATE.test(after))
  const isPronoun = /^one$/i.test(text.slice(first.from, last.to)) && /^ \p{Ll}/u.test(after)
  return isPronoun || UNIT.test(after) || CLOCK.test(text.slice(Math.max(0, first.from - 9), first.from))
}

const NUMBER = `(?:\\d{1,3}|${SPOKEN_GROUP})`
const RANGE = new RegExp(
  `(?<![\\p{L}\\d])${NUMBER} (?:to|or|till|and|past) ${NUMBER}(?![\\p{L}\\d])(?! ${NUMBER})`,
  'giu',
)

/** "between eight and one", "three or four". */
export function comparisonsIn(text: string): TextRange[] {
  return spansOf(text, RANGE, 'NUMBER')
}
