/** Whether a minimum and a maximum, either of which may be missing, do not contradict each other. */
export function isOrdered(min: number | undefined, max: number | undefined): boolean {
  return min === undefined || max === undefined || min <= max
}
