/** Whether a minimum and a maximum, either of which may be absent, are consistent. */
export function isOrdered(min: number | undefined, max: number | undefined): boolean {
  return min === undefined || max === undefined || min <= max
}
