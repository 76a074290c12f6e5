/**
 * Where a text goes on to another topic: the partition into stretches whose sentences are most alike, found exactly by
 * dynamic programming (Alemi and Ginsparg, "Text Segmentation based on Semantic Word Embeddings", 2015; the cost is that
 * of kernel change-point detection, Arlot, Celisse and Harchaoui, 2019).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cheapestPartition } from '../cheapest-partition.ts'

/** Fewest sentences of a stretch. */
const SHORTEST = 5

/** Fewest sentences of a text that is cut. */
const SHORTEST_CUT = 15

/** Most sentences of a stretch, some 25 minutes of speech: without a limit, two hours would take 10 s and not 1. */
const LONGEST = 400

/**
 * What one more stretch must save in scatter, times the logarithm of the sum of the weights (Schwarz, "Estimating the
 * Dimension of a Model", 1978): long texts are cut into longer stretches. The talks in `testing/talks.ts` that it was
 * tuned on are cut right from 0.28 to 0.44 in English, from 0.32 to 0.37 in German.
 */
const PENALTY = 0.35

/**
 * The least sum of weights that counts. To cut points that have nothing to do with each other saves about 1 each time, so
 * what a cut costs must always be more.
 */
const LEAST_WEIGHT = 30

/** Where no partition is possible. */
const NEVER = Number.POSITIVE_INFINITY

/** Something said, as a point in a space of meanings. */
interface Point {
  readonly vector: Float32Array
  readonly weight: number
}

/**
 * Cuts a list into stretches that are each about one thing, as long as each has five points or more.
 * @throws the reason of `signal`, once that is aborted
 */
export async function topicStretches<Item extends Point>(
  points: readonly Item[],
  signal: AbortSignal,
): Promise<Item[][]> {
  if (points.length < SHORTEST_CUT) return points.length === 0 ? [] : [[...points]]
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  const perStretch = PENALTY * Math.log(Math.max(total, LEAST_WEIGHT))
  const costs: number[][] = []
  for (const from of points.keys()) {
    if (from % 10 === 9) await nextTurn()
    signal.throwIfAborted()
    costs.push(costsFrom(points, from).map((scatter) => scatter + perStretch))
  }
  return cheapestPartition(points, (from) => costs[from] ?? [])
}

/** The weighted scatter of the stretches that begin at a point, by their length: Σw|v|² − |Σwv|² / Σw. */
function costsFrom(points: readonly Point[], from: number): number[] {
  const sum = new Float64Array(points[from]?.vector.length ?? 0)
  const costs: number[] = []
  let weights = 0
  let squares = 0
  let squareOfSum = 0
  for (const { vector, weight } of points.slice(from, from + LONGEST)) {
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
    const isLongEnough = costs.length + 1 >= SHORTEST
    costs.push(isLongEnough ? squares - (weights > 0 ? squareOfSum / weights : 0) : NEVER)
  }
  return costs
}
