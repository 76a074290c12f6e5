/** What is done with voices: vectors of length 1, alike when they point the same way. */

export type Voice = Float32Array

/** The cosine between two vectors of length 1: 1 for the same, around 0 for unrelated ones. */
export function similarity(a: Voice, b: Voice): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The vector brought to length 1; one of zeros stays so. */
export function normalised(vector: Float32Array): Voice {
  const length = Math.sqrt(similarity(vector, vector)) || 1
  return vector.map((value) => value / length)
}

/** What the voices have in common: the direction of their mean. Zeros if there are none. */
export function commonVoice(voices: readonly Voice[], size: number): Voice {
  const sum = new Float32Array(size)
  for (const voice of voices) for (let i = 0; i < size; i++) sum[i] = sum[i]! + voice[i]!
  return normalised(sum)
}
