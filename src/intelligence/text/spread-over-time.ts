/** A part of a text, and when it is spoken, in seconds. */
interface TimedPart {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Divides a time among the parts of a text in proportion to their lengths. */
export function spreadOverTime(parts: readonly string[], start: number, end: number): TimedPart[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  let before = 0
  return parts.map((text) => {
    const from = start + ((end - start) * before) / length
    before += text.length
    return { text, start: from, end: start + ((end - start) * before) / length }
  })
}
