/** Human-readable values. */

const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
]

/** The time since a timestamp in its largest unit, such as `5 min`. */
export function age(timestamp: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(timestamp)) / 1000))
  const [unit, length] = UNITS.find(([, atLeast]) => seconds >= atLeast) ?? ['s', 1]
  return `${Math.floor(seconds / length)} ${unit}`
}

/** A duration such as `1:02:03` or `4:05`; empty if it is not known. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return ''
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
}

/** A share such as `45 %`. */
export function percent(fraction: number): string {
  return `${Math.floor(fraction * 100)} %`
}
