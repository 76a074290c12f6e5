/** Parsers of arguments and options. They reject invalid values before a command does anything. */
import { InvalidArgumentError, Option } from 'commander'
import { MAX_PRIORITY } from '../contract/account-limits.ts'
import { MAX_INVITATION_DAYS } from '../contract/invitations.ts'
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../contract/export-formats.ts'

/** The name of a new key or account. It has no characters that would break a list. */
export function nameArgument(text: string): string {
  const name = text.trim()
  if (/^\P{Cc}{1,100}$/u.test(name)) return name
  throw new InvalidArgumentError('Give 1 to 100 characters, none of them control characters.')
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

/** The time that is a span such as `12h` or `90d` from now. */
export function afterTimeSpan(text: string): Date {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? []
  const milliseconds = UNITS[unit]
  if (milliseconds === undefined) throw new InvalidArgumentError('Give hours or days, such as 12h or 90d.')
  return new Date(Date.now() + Number(count) * milliseconds)
}

/** The end of an invitation, by a time span that is not longer than an invitation may be valid. */
export function invitationEnd(text: string): Date {
  const end = afterTimeSpan(text)
  if (end.getTime() - Date.now() <= MAX_INVITATION_DAYS * UNITS['d']!) return end
  throw new InvalidArgumentError(`Give ${MAX_INVITATION_DAYS}d at most.`)
}

const JOB_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const CALLBACK_ID = new RegExp(`${JOB_ID.source.slice(0, -1)}_\\w+$`, 'i')

export function jobId(text: string): string {
  if (JOB_ID.test(text)) return text
  throw new InvalidArgumentError('This is not the id of a job: "scriptorium jobs list" shows them.')
}

/** The id of a callback, which begins with that of its job. */
export function callbackId(text: string): string {
  if (CALLBACK_ID.test(text)) return text
  throw new InvalidArgumentError('This is not the id of a callback: "scriptorium callbacks list" shows them.')
}

/** The parser of an argument that can be repeated. */
export const several =
  (parse: (text: string) => string) =>
  (text: string, others: readonly string[] = []): string[] => [...others, parse(text)]

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number, 1 or more.')
}

/** The priority of a job. */
export function priorityArgument(text: string): number | 'first' {
  if (text === 'first') return text
  if (/^-?\d{1,4}$/.test(text) && Math.abs(Number(text)) <= MAX_PRIORITY) return Number(text)
  throw new InvalidArgumentError(`Give a whole number from -${MAX_PRIORITY} to ${MAX_PRIORITY}, or first.`)
}

/** An option that takes one or more formats, separated by commas. */
export function formatsOption(description: string): Option {
  return new Option('-f, --format <formats>', description)
    .choices(EXPORT_FORMAT_NAMES)
    .argParser(exportFormats)
}

function exportFormats(text: string): ExportFormat[] {
  const known = new Map<string, ExportFormat>(EXPORT_FORMAT_NAMES.map((name) => [name, name]))
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names)].map((name) => {
    const format = known.get(name)
    if (format === undefined)
      throw new InvalidArgumentError(`Give one or more of ${EXPORT_FORMAT_NAMES.join(', ')}.`)
    return format
  })
}
