/**
 * Finds when each token was spoken from the decoder's cross-attention, by dynamic time warping as in Whisper's reference
 * implementation (whisper/timing.py).
 */

/** Frames on either side over which attention is median-filtered. */
const HALF_WINDOW = 3

/**
 * @param attention - for each token and head, one row over the encoder's frames
 * @returns the frame at which each token starts, ascending
 */
export function startFrames(attention: readonly Float32Array[][]): number[] {
  return attention.length === 0 ? [] : bestPath(saliency(attention))
}

/** Tokens × frames: how much each token stands out at a frame, averaged over the heads. */
function saliency(attention: readonly Float32Array[][]): Float32Array[] {
  const heads = attention[0]!.length
  const frames = attention[0]![0]!.length
  const score = attention.map(() => new Float32Array(frames))
  for (let head = 0; head < heads; head++) {
    const rows = attention.map((row) => row[head]!)
    standardise(rows)
    rows.forEach((row, token) => addMedians(score[token]!, row))
  }
  return score
}

/**
 * Normalises each frame in place to mean 0 and standard deviation 1 over the tokens, because a frame that all tokens
 * attend to is not informative.
 */
function standardise(rows: Float32Array[]): void {
  const frames = rows[0]!.length
  for (let t = 0; t < frames; t++) {
    let sum = 0
    let squares = 0
    for (const row of rows) {
      sum += row[t]!
      squares += row[t]! ** 2
    }
    const mean = sum / rows.length
    const deviation = Math.sqrt(Math.max(squares / rows.length - mean ** 2, 1e-12))
    for (const row of rows) row[t] = (row[t]! - mean) / deviation
  }
}

function addMedians(score: Float32Array, row: Float32Array): void {
  const last = row.length - 1
  const at = (t: number) => row[Math.min(last, Math.max(0, t))]!
  const sorted = Float32Array.from({ length: 2 * HALF_WINDOW + 1 }, (_, i) => at(i - HALF_WINDOW)).toSorted()
  for (let t = 0; t <= last; t++) {
    score[t]! += sorted[HALF_WINDOW]!
    replaceInSorted(sorted, at(t - HALF_WINDOW), at(t + 1 + HALF_WINDOW))
  }
}

function replaceInSorted(sorted: Float32Array, old: number, value: number): void {
  let i = sorted.indexOf(old)
  for (; sorted[i + 1]! < value; i++) sorted[i] = sorted[i + 1]!
  for (; sorted[i - 1]! > value; i--) sorted[i] = sorted[i - 1]!
  sorted[i] = value
}

/** The path of greatest saliency from the first token and frame to the last. */
function bestPath(score: Float32Array[]): number[] {
  const tokens = score.length
  const frames = score[0]!.length
  const DIAGONAL = 0
  const NEXT_TOKEN = 1
  const NEXT_FRAME = 2
  const steps = score.map(() => new Uint8Array(frames))
  let above = new Float64Array(frames + 1).fill(Infinity)
  above[0] = 0
  for (let i = 0; i < tokens; i++) {
    const cost = new Float64Array(frames + 1).fill(Infinity)
    for (let t = 0; t < frames; t++) {
      const diagonal = above[t]!
      const nextToken = above[t + 1]!
      const nextFrame = cost[t]!
      const step =
        nextToken < diagonal
          ? nextFrame < nextToken
            ? NEXT_FRAME
            : NEXT_TOKEN
          : nextFrame < diagonal
            ? NEXT_FRAME
            : DIAGONAL
      steps[i]![t] = step
      cost[t + 1] = Math.min(diagonal, nextToken, nextFrame) - score[i]![t]!
    }
    above = cost
  }
  const starts = score.map(() => 0)
  for (let i = tokens - 1, t = frames - 1; i >= 0 && t >= 0;) {
    starts[i] = t
    const step = steps[i]![t]
    if (step !== NEXT_FRAME) i--
    if (step !== NEXT_TOKEN) t--
  }
  return starts
}
