/** Voices: vectors of length 1 that are similar when they have a similar direction. */

export type Voice = Float32Array

/** The cosine of two vectors of length 1: 1 for equal ones, around 0 for unrelated ones. */
export function similarity(a: Voice, b: Voice): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The vector scaled to length 1; zeros stay zeros. */
export function normalised(vector: Float32Array): Voice {
  const length = Math.sqrt(similarity(vector, vector)) || 1
  return vector.map((value) => value / length)
}

/** The direction of the mean of some voices; zeros if there are none. */
export function meanVoice(voices: readonly Voice[], size: number): Voice {
  const sum = new Float32Array(size)
  for (const voice of voices) for (let i = 0; i < size; i++) sum[i] = sum[i]! + voice[i]!
  return normalised(sum)
}
