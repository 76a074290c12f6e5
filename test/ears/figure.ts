/** One line of the table of `npm run bench:ears`. */
export interface Figure {
  /** What was measured, and on which material: "sentence ends found, telephone speech". */
  readonly what: string
  readonly ours: string
  /** The figure of transformers.js on the same weights, if it can do this. */
  readonly transformers?: string
  readonly wanted: string
  readonly isMet: boolean
}
