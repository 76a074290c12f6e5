/** Sequences of digits, written in groups or spoken in English: "555 12 34", "double five, twelve". */
import type { TextRange } from '../../text/entities/entity-span.ts'
import { TEEN_WORDS, TENS_WORDS, UNIT_WORDS } from '../../text/entities/english-numbers.ts'

interface DigitGroup extends TextRange {
  /** ASCII. */
  readonly digits: string
}

/** At least one group. */
export type DigitRun = readonly DigitGroup[]

const UNITS = ['zero', ...UNIT_WORDS]
const UNIT = `(?:${UNITS.join('|')}|oh|o)`

/** Source of a regular expression for one spoken group of digits (flag `i`). */
export const SPOKEN_GROUP = `(?:(?:double|triple)[ -]${UNIT}|(?:${TENS_WORDS.join('|')})(?:[ -](?:${UNIT_WORDS.join('|')}))?|${TEEN_WORDS.join('|')}|${UNIT})`
const GROUP = new RegExp(`\\d+|(?<![\\p{L}\\d])${SPOKEN_GROUP}(?![\\p{L}\\d])`, 'giu')
/** What may separate two groups of one number. */
const SEPARATOR = /^(?:[\s,.–—…-]|dash|uh|um|and|then)*$/i

/** The runs of digits in a text. Written digits must be ASCII. */
export function digitRuns(text: string): DigitRun[] {
  const runs: DigitGroup[][] = []
  for (const { 0: match, index: from } of text.matchAll(GROUP)) {
    const group = { digits: digitsOf(match), from, to: from + match.length }
    const last = runs.at(-1)?.at(-1)
    if (last && SEPARATOR.test(text.slice(last.to, from))) runs.at(-1)?.push(group)
    else runs.push([group])
  }
  return runs
}

function digitsOf(group: string): string {
  if (/^\d/.test(group)) return group
  const [first = '', second = ''] = group.toLowerCase().split(/[ -]/)
  if (first === 'double' || first === 'triple') return String(unit(second)).repeat(first === 'double' ? 2 : 3)
  if (TEEN_WORDS.includes(first)) return String(10 + TEEN_WORDS.indexOf(first))
  if (TENS_WORDS.includes(first))
    return String(20 + 10 * TENS_WORDS.indexOf(first) + (second ? unit(second) : 0))
  return String(unit(first))
}

function unit(word: string): number {
  return word === 'o' || word === 'oh' ? 0 : UNITS.indexOf(word)
}
