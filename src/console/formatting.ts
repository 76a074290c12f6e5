/** Numbers, times, sizes and names as text. */
import type { Job } from '../contract/job.ts'

const number = new Intl.NumberFormat('en')
export const formatCount = (count: number): string => number.format(count)

/** `0:07`, `12:30` or `1:02:03`. @param seconds rounded down */
export function formatDuration(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export function formatSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1000 ** unit
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`
}

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** How long before or after `now`: `5m ago`; from a week on the date. */
export function formatAge(timestamp: string, now: number): string {
  let age = (Date.parse(timestamp) - now) / 1000
  for (const [unit, size] of STEPS) {
    if (Math.abs(age) < size) return relative.format(Math.trunc(age), unit)
    age /= size
  }
  return day.format(new Date(timestamp))
}

/** Date and time in the time zone of the browser. */
export const formatTime = (timestamp: string): string => exact.format(new Date(timestamp))

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
export const languageName = (code: string): string => languages.of(code) ?? code

/** `named_entity_recognition` as `Named entity recognition`. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value of JSON as text, which is empty if it is absent. */
export function textOfValue(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What a job is called: its title, else the name of its file, else what it is. */
export function jobName({ kind, file, details }: Pick<Job, 'kind' | 'file' | 'details'>): string {
  if (details.title !== null) return details.title
  if (kind === 'live') return 'Live session'
  const name = file?.filename ?? ''
  return name === '' ? (file?.source ?? 'Audio') : name
}
