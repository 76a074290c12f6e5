/** A line of the report. */
export interface Figure {
  readonly what: string
  readonly measured: number
  /** Digits after the decimal point. */
  readonly digits?: number
  readonly wanted?: { readonly least?: number; readonly most?: number }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
