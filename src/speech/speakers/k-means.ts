/** Lloyd's k-means algorithm. */

const STARTS = 10
const ROUNDS = 20

/**
 * Groups points around `count` means; a group may stay empty if points coincide. Deterministic: the best of ten runs,
 * each of which starts with means that are far apart.
 * @returns the number of the group of each point
 */
export function kMeans(points: readonly Float32Array[], count: number): number[] {
  let best: number[] = []
  let minError = Infinity
  for (let start = 0; start < Math.min(STARTS, points.length); start++) {
    // Multiplying by a prime larger than any number of groups spreads the first means over the points.
    let means = farApart(points, count, (start * 37) % points.length)
    let groups: Groups = { labels: [], error: Infinity }
    for (let round = 0; round < ROUNDS; round++) {
      const next = nearest(points, means)
      if (next.error >= groups.error) break
      groups = next
      means = means.map((mean, group) => meanOf(points, next.labels, group) ?? mean)
    }
    if (groups.error < minError) {
      minError = groups.error
      best = groups.labels
    }
  }
  return best
}

interface Groups {
  readonly labels: number[]
  /** The sum of the squared distances to the means. */
  readonly error: number
}

function nearest(points: readonly Float32Array[], means: readonly Float32Array[]): Groups {
  let error = 0
  const labels = points.map((point) => {
    const distances = means.map((mean) => squaredDistance(point, mean))
    const shortest = Math.min(...distances)
    error += shortest
    return distances.indexOf(shortest)
  })
  return { labels, error }
}

/** Chooses points, each the farthest from those already chosen. */
function farApart(points: readonly Float32Array[], count: number, first: number): Float32Array[] {
  const chosen = [points[first]!]
  const distances = points.map(() => Infinity)
  while (chosen.length < count) {
    const last = chosen.at(-1)!
    let farthest = 0
    for (const [i, point] of points.entries()) {
      distances[i] = Math.min(distances[i]!, squaredDistance(point, last))
      if (distances[i] > distances[farthest]!) farthest = i
    }
    chosen.push(points[farthest]!)
  }
  return chosen
}

function meanOf(
  points: readonly Float32Array[],
  labels: readonly number[],
  group: number,
): Float32Array | null {
  const members = points.filter((_, i) => labels[i] === group)
  const [first] = members
  return first?.map((_, d) => members.reduce((sum, point) => sum + point[d]!, 0) / members.length) ?? null
}

function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2
  return sum
}
