/** Times as typed, for the part to share. */

/** Formats seconds as `1:02:03.25`, with as many decimals as needed, at most three. */
export function typedTime(seconds: number): string {
  const whole = Math.floor(Math.round(seconds * 1000) / 1000)
  const fraction = (Math.round(seconds * 1000) % 1000) / 1000
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const digits = fraction === 0 ? '' : String(fraction).slice(1)
  const tail = `${String(rest).padStart(2, '0')}${digits}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** Parses `83.5`, `1:23.5` or `0:01:23.5` as seconds; null for an empty text, undefined for anything else. */
export function secondsTyped(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  const parts = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)$/.exec(trimmed)
  if (parts === null) return undefined
  const [, hours, minutes, seconds] = parts
  if ((hours !== undefined && Number(minutes) >= 60) || (minutes !== undefined && Number(seconds) >= 60))
    return undefined
  return Math.round((Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000) / 1000
}
