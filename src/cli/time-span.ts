import { InvalidArgumentError } from 'commander'

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

/** The point in time that is a span such as `12h` or `90d` from now. */
export function afterTimeSpan(text: string): Date {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? []
  const milliseconds = UNITS[unit]
  if (milliseconds === undefined) throw new InvalidArgumentError('Give hours or days, such as 12h or 90d.')
  return new Date(Date.now() + Number(count) * milliseconds)
}
