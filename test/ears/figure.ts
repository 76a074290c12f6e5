/** One line of the table of `npm run bench:ears`. */
export interface Figure {
  /** What was measured, and on what: "sentence ends found, telephone speech". */
  readonly what: string
  readonly ours: string
  /** The same by transformers.js on the same weights, where it does this. */
  readonly transformers?: string
  readonly wanted: string
  readonly isMet: boolean
}
