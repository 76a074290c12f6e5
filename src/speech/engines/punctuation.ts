/** Chooses which punctuation marks are written where a model finds several likely. */

/** The tokens of a model that are punctuation marks, and how they are chosen. */
export interface Punctuation {
  /** Marks that end a sentence. */
  readonly stops: readonly number[]
  /** Marks within a sentence. */
  readonly commas: readonly number[]
  /** Added to the scores of marks after a word: models omit marks in slow and long speech. */
  readonly addend: number
  /** The lowest probability at which a mark after the last word is written. */
  readonly atEnd?: { readonly stop: number; readonly comma: number } | undefined
}

/** The token with the greatest score after those of marks are raised. No mark follows another. */
export function nextToken(
  scores: Float32Array,
  last: number | undefined,
  punctuation: Punctuation | undefined,
): number {
  if (punctuation === undefined || last === undefined) return greatest(scores)
  const { stops, commas, addend } = punctuation
  const marks = [...stops, ...commas]
  if (marks.includes(last)) {
    for (const mark of marks) scores[mark] = -Infinity
    return greatest(scores)
  }
  const best = greatest(scores)
  const mark = greatestOf(marks, scores)
  return scores[mark]! + addend > scores[best]! ? mark : best
}

/**
 * The replacement for the last token if that is a mark: a mark that is probable enough, or the end of the text. To a
 * model, speech that was cut in mid-sentence sounds as if it had ended.
 * @param scores - of the tokens after the last word
 */
export function markAtEnd(
  last: number,
  scores: Float32Array,
  endToken: number,
  { stops, commas, atEnd }: Punctuation,
): number {
  const isStop = stops.includes(last)
  if (atEnd === undefined || !(isStop || commas.includes(last))) return last
  const stop = stops.reduce((sum, token) => sum + probabilityOf(token, scores), 0)
  if (isStop && stop >= atEnd.stop) return last
  const comma = greatestOf(commas, scores)
  return probabilityOf(comma, scores) >= atEnd.comma ? comma : endToken
}

/** Softmax, relative to the greatest score so that nothing overflows. */
export function probabilityOf(token: number, scores: Float32Array): number {
  const most = scores[greatest(scores)]!
  let sum = 0
  for (let i = 0; i < scores.length; i++) sum += Math.exp(scores[i]! - most)
  return Math.exp(scores[token]! - most) / sum
}

function greatest(scores: Float32Array): number {
  let best = 0
  for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i
  return best
}

const greatestOf = (tokens: readonly number[], scores: Float32Array) =>
  tokens.reduce((best, token) => (scores[token]! > scores[best]! ? token : best))
