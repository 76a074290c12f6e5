/** Arithmetic of vectors. */

/** A vector of length 1 with the same direction; a vector of length 0 is returned unchanged. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((number) => number / length)
}

/** The dot product of two vectors of the same size: their cosine, if both have length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!
  return sum
}

/** Adds a weighted vector to another one, in place. */
export function add(sum: Float32Array, vector: Float32Array, weight: number): void {
  for (let i = 0; i < sum.length; i += 1) sum[i]! += weight * vector[i]!
}

/** The weighted sum of vectors of the same size. */
export function weightedSum(
  points: readonly { readonly vector: Float32Array; readonly weight: number }[],
): Float32Array {
  const sum = new Float32Array(points[0]?.vector.length ?? 0)
  for (const { vector, weight } of points) add(sum, vector, weight)
  return sum
}
