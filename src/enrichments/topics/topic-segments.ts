/**
 * Topic segmentation: finds the exact partition into segments of the most similar passages by dynamic programming (Alemi
 * and Ginsparg, "Text Segmentation based on Semantic Word Embeddings", 2015; the cost is that of kernel change-point
 * detection, Arlot, Celisse and Harchaoui, 2019).
 */
import { cheapestPartition } from '../../text/cheapest-partition.ts'
import { inTurns } from '../in-turns.ts'

/** Minimum points of a segment. */
const MIN_POINTS = 3

/** Maximum points of a segment, about 35 minutes of speech, which bounds the time for long texts. */
const MAX_POINTS = 400

/** Lower limit for the sum of the weights: splitting unrelated points saves about 1 each time, even in short texts. */
const MIN_TOTAL_WEIGHT = 50

/** A passage as a point in the embedding space. */
interface Point {
  readonly vector: Float32Array
  readonly weight: number
}

/**
 * Splits a list into segments about one subject each, of {@link MIN_POINTS} to {@link MAX_POINTS} points.
 * @param penalty cost of a further segment in scatter, times the logarithm of the sum of the weights (Schwarz,
 *   "Estimating the Dimension of a Model", 1978): longer texts have longer segments
 * @throws the reason of `signal` once it is aborted
 */
export async function topicSegments<Item extends Point>(
  points: readonly Item[],
  penalty: number,
  signal: AbortSignal,
): Promise<Item[][]> {
  if (points.length < 2 * MIN_POINTS) return points.length === 0 ? [] : [[...points]]
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  const segmentCost = penalty * Math.log(Math.max(total, MIN_TOTAL_WEIGHT))
  const costs: number[][] = []
  for await (const [from] of inTurns(points, 10, signal))
    costs.push(costsFrom(points, from).map((scatter) => scatter + segmentCost))
  return cheapestPartition(points, (from) => costs[from] ?? [])
}

/** The weighted scatter of the segments from a point, by their length: Σw|v|² − |Σwv|² / Σw. */
function costsFrom(points: readonly Point[], from: number): number[] {
  const sum = new Float64Array(points[from]?.vector.length ?? 0)
  const costs: number[] = []
  let weights = 0
  let squares = 0
  let squareOfSum = 0
  for (const { vector, weight } of points.slice(from, from + MAX_POINTS)) {
    let product = 0
    let square = 0
    for (let i = 0; i < sum.length; i += 1) {
      const number = vector[i]!
      product += sum[i]! * number
      square += number * number
      sum[i]! += weight * number
    }
    squareOfSum += 2 * weight * product + weight * weight * square
    squares += weight * square
    weights += weight
    const isLongEnough = costs.length + 1 >= MIN_POINTS
    costs.push(isLongEnough ? squares - (weights > 0 ? squareOfSum / weights : 0) : Infinity)
  }
  return costs
}
