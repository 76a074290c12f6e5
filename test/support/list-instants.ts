/** Points in time and the ISO 8601 spellings of each. */
import * as fc from 'fast-check'
import { DAY, type Instant } from './list-reference.ts'

const MINUTE = 60_000

/** Minutes east of UTC, or how the spelling ends without an offset. */
const zone = fc.constantFrom<number | 'Z' | ''>('Z', 'Z', '', 0, 120, -330, 845, -720, 1439, -1439)

/** Digits after the millisecond. */
const moreDigits = fc.constantFrom('', '', '', '0', '4', '000', '0001', '999999')

export interface SpelledInstant {
  readonly instant: Instant
  readonly text: string
}

/** An instant near one of `moments` and a spelling of it. */
export function spelledInstant(moments: readonly number[]): fc.Arbitrary<SpelledInstant> {
  return fc
    .record({
      moment: fc.constantFrom(...moments),
      move: fc.oneof(fc.constantFrom(0, 0, -1, 1), fc.integer({ min: -DAY, max: DAY })),
      roundTo: fc.constantFrom(1, 1, 1000, MINUTE, DAY),
      moreDigits,
      zone,
      short: fc.boolean(),
      separator: fc.constantFrom('.', '.', '.', ','),
    })
    .map(({ moment, move, roundTo, moreDigits: digits, zone: end, short, separator }) => {
      const ms = Math.floor((moment + move) / roundTo) * roundTo
      if (roundTo === DAY && short) {
        return { instant: { ms, beyond: false }, text: dateOf(ms) }
      }
      const local = new Date(ms + (typeof end === 'number' ? end * MINUTE : 0)).toISOString().slice(0, -1)
      const full = digits === '' && short ? shortened(local) : local + digits
      return {
        instant: { ms, beyond: /[1-9]/.test(digits) },
        text: full.replace('.', separator) + (typeof end === 'number' ? offsetText(end) : end),
      }
    })
}

/** A UTC day, by its date or by an instant on it. */
export function spelledDay(moments: readonly number[]): fc.Arbitrary<SpelledInstant> {
  return fc
    .record({ inside: spelledInstant(moments), byDate: fc.boolean() })
    .map(({ inside, byDate }) => (byDate ? { ...inside, text: dateOf(inside.instant.ms) } : inside))
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Without trailing zeros, and without seconds if these are zero too. */
function shortened(time: string): string {
  return time.replace(/0{1,2}$/, '').replace(/(:00)?\.0$/, '')
}

function offsetText(minutes: number): string {
  const two = (n: number) => String(Math.trunc(n)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
