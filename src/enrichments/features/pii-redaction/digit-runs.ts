/** Finds sequences of digits, written in groups or spoken in English: "555 12 34", "double five, twelve". */
import type { TextRange } from '../../entities/entity-span.ts'
import words from './spoken-digits.json' with { type: 'json' }

interface DigitGroup extends TextRange {
  /** ASCII. */
  readonly digits: string
}

/** At least one group. */
export type DigitRun = readonly DigitGroup[]

const VALUES = new Map(Object.values(words).flatMap((values) => Object.entries<number>(values)))
const [UNIT, TEEN, TENS] = [words.units, words.teens, words.tens].map((values) =>
  Object.keys(values).join('|'),
)

/** Source of a regular expression for one spoken group of digits (flag `i`). */
export const SPOKEN_GROUP = `(?:(?:double|triple)[ -](?:${UNIT})|(?:${TENS})(?:[ -](?!zero|oh?\\b)(?:${UNIT}))?|${TEEN}|${UNIT})`
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

export function digitsOf(group: string): string {
  if (/^\d/.test(group)) return group
  const [first = '', second = ''] = group.toLowerCase().split(/[ -]/)
  const [value = 0, more = 0] = [VALUES.get(first), VALUES.get(second)]
  if (first === 'double' || first === 'triple') return String(more).repeat(first === 'double' ? 2 : 3)
  return String(value + more)
}
