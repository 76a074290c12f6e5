/** Numbers, times, sizes and names as text, in the language of the interface. */
import { computed } from '@preact/signals'
import type { Job } from '../contract/job.ts'
import { locale, t } from './languages/language.ts'

const formats = computed(() => ({
  number: new Intl.NumberFormat(locale.value),
  percent: new Intl.NumberFormat(locale.value, { style: 'percent' }),
  share: new Intl.NumberFormat(locale.value, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }),
  relative: new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto', style: 'narrow' }),
  day: new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', year: 'numeric' }),
  clock: new Intl.DateTimeFormat(locale.value, { timeStyle: 'short' }),
  exact: new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'medium' }),
  languages: new Intl.DisplayNames(locale.value, { type: 'language', fallback: 'code' }),
}))

export const formatCount = (count: number): string => formats.value.number.format(count)

/** `0:07`, `12:30` or `1:02:03`. @param seconds rounded down */
export function formatDuration(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** `1.25 s`. */
export const formatSeconds = (seconds: number): string =>
  new Intl.NumberFormat(locale.value, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 2,
  }).format(seconds)

/** @param fraction from 0 to 1, rounded down */
export const formatPercent = (fraction: number): string =>
  formats.value.percent.format(Math.floor(fraction * 100) / 100)

/** `6.1%`. @param fraction from 0 to 1 */
export const formatShare = (fraction: number): string => formats.value.share.format(fraction)

/** A duration in its largest unit: `4 min`. @param seconds rounded up */
export function formatSpan(seconds: number): string {
  const [value, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.ceil(value),
  )
}

/** A speed, such as `1.25×`. */
export const formatRate = (rate: number): string => `${formats.value.number.format(rate)}×`

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(locale.value, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'narrow' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

/** The time relative to `now`, such as `5m ago`; from a week on, the date. */
export function formatAge(timestamp: string, now: number): string {
  let age = (Date.parse(timestamp) - now) / 1000
  for (const [unit, size] of STEPS) {
    if (Math.abs(age) < size) return formats.value.relative.format(Math.trunc(age), unit)
    age /= size
  }
  return formats.value.day.format(new Date(timestamp))
}

/** The day, in the time zone of the browser. */
export const formatDay = (timestamp: string): string => formats.value.day.format(new Date(timestamp))

/** Date and time in the time zone of the browser. */
export const formatTime = (timestamp: string): string => formats.value.exact.format(new Date(timestamp))

/** The time of day. @param at as of `Date.now()` */
export const formatClock = (at: number): string => formats.value.clock.format(at)

/** @param code may come from a URL: an invalid one is returned as it is */
export function languageName(code: string): string {
  try {
    return formats.value.languages.of(code) ?? code
  } catch {
    return code
  }
}

/** Turns `named_entity_recognition` into `Named entity recognition`, for names that the dictionaries lack. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A JSON value as text; empty if it is absent. */
export function textOfValue(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The name of a job: its title, or else its file name, or else its kind. */
export function jobName({ kind, file, details }: Pick<Job, 'kind' | 'file' | 'details'>): string {
  if (details.title !== null) return details.title
  if (kind === 'live') return t().ui.liveSession
  const name = file?.filename ?? ''
  return name === '' ? (file?.source ?? t().ui.audio) : name
}
