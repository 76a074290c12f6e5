/** Lloyd's k-means. */

const STARTS = 10
const ROUNDS = 20

/**
 * Groups points around `count` means; a group may stay empty when points are the same. Ten starts, each with points far
 * from one another, and the tightest outcome of them: the same for the same points.
 * @returns for each point, the number of its group
 */
export function kMeans(points: readonly Float32Array[], count: number): number[] {
  let best: number[] = []
  let least = Infinity
  for (let start = 0; start < Math.min(STARTS, points.length); start++) {
    // A prime far from any number of groups, to begin all over the points.
    let means = farApart(points, count, (start * 37) % points.length)
    let groups: Groups = { labels: [], error: Infinity }
    for (let round = 0; round < ROUNDS; round++) {
      const next = nearest(points, means)
      if (next.error >= groups.error) break
      groups = next
      means = means.map((mean, group) => meanOf(points, next.labels, group) ?? mean)
    }
    if (groups.error < least) {
      least = groups.error
      best = groups.labels
    }
  }
  return best
}

interface Groups {
  readonly labels: number[]
  /** The sum of the squared distances from the means. */
  readonly error: number
}

function nearest(points: readonly Float32Array[], means: readonly Float32Array[]): Groups {
  let error = 0
  const labels = points.map((point) => {
    const distances = means.map((mean) => squaredDistance(point, mean))
    const least = Math.min(...distances)
    error += least
    return distances.indexOf(least)
  })
  return { labels, error }
}

/** Each the point farthest from those before it. */
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
