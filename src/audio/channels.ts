/** Finds the channels of a recording that have the same content, so that each content is transcribed only once. */
import { SAMPLE_RATE, type Recording } from './recording.ts'

/** In samples. Long enough for a lossy codec's errors to average out, short enough to catch a word. */
const WINDOW = SAMPLE_RATE / 2

/** A window differs when the difference after gain is above a quarter (−6 dB) of the louder channel's energy … */
const DIFFERENT = 1 / 4

/** … and is audible: within 30 dB of the mean of the recording so far, and not below −70 dB of full scale. */
const AUDIBLE_PART = 1e-3
const AUDIBLE_POWER = 1e-7

/** Channels are distinct when more than this fraction of the audible windows differs. */
const DISTINCT_PART = 0.01

/**
 * Groups the channels that have the same content: identical, or identical apart from a constant gain, which may be
 * negative, and inaudible differences. A channel is compared with the first channel of each group.
 *
 * Two channels are brought to the same level by the gain between them over the recording so far, and subtracted, half a
 * second at a time. The gain is not computed per window, because within any single window two speakers with faint
 * crosstalk look like one voice with a gain. Energy is taken about the mean, so that the offset of 8-bit audio does not
 * count.
 *
 * Measured over windows of real speech, the difference is −14 dB at worst for one voice on both sides, −7 dB with one side
 * 6 dB down in 32 kbit/s AAC (most codecs and rates: below −10 dB), −5 dB with one side 20 dB down in 24 kbit/s Opus; for
 * two voices 0 to +3 dB, −1 dB with crosstalk at −20 dB, −6 to −1 dB at −12 dB; for a voice and silence 0 dB. The fraction
 * of windows tolerates a jingle in stereo, or the worst moments of a codec.
 *
 * @returns groups of channel numbers, ascending, ordered by their first
 */
export async function distinctChannels(recording: Recording): Promise<[number, ...number[]][]> {
  const groups: [number, ...number[]][] = []
  for (let channel = 0; channel < recording.channels; channel++) {
    const group = await findAsync(groups, ([first]) => haveSameContent(recording, first, channel))
    if (group === undefined) groups.push([channel])
    else group.push(channel)
  }
  return groups
}

async function findAsync<T>(
  items: readonly T[],
  matches: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await matches(item)) return item
  return undefined
}

async function haveSameContent(recording: Recording, a: number, b: number): Promise<boolean> {
  const enough = (recording.samples / WINDOW) * DISTINCT_PART
  let total: Energy = { a: 0, b: 0, product: 0 }
  let audible = 0
  let different = 0
  for (let from = 0; from < recording.samples; from += WINDOW) {
    const to = from + WINDOW
    const now = energy(await recording.read(a, from, to), await recording.read(b, from, to))
    total = { a: total.a + now.a, b: total.b + now.b, product: total.product + now.product }
    const mean = Math.max(total.a, total.b) / Math.min(to, recording.samples)
    const threshold = WINDOW * Math.max(mean * AUDIBLE_PART, AUDIBLE_POWER)
    const { level, difference } = total.a >= total.b ? compare(now, total) : compare(swap(now), swap(total))
    if (level > threshold) audible++
    if (difference > threshold && difference > level * DIFFERENT) different++
    // The rest cannot change the result: there are at most as many audible windows as windows.
    if (different > enough) return false
  }
  return different <= audible * DISTINCT_PART
}

/** Energy of two signals about their means, and the sum of their products. */
interface Energy {
  readonly a: number
  readonly b: number
  readonly product: number
}

function energy(a: Float32Array, b: Float32Array): Energy {
  let sumA = 0
  let sumB = 0
  let squaresA = 0
  let squaresB = 0
  let products = 0
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!
    const y = b[i]!
    sumA += x
    sumB += y
    squaresA += x * x
    squaresB += y * y
    products += x * y
  }
  return {
    a: squaresA - (sumA * sumA) / a.length,
    b: squaresB - (sumB * sumB) / a.length,
    product: products - (sumA * sumB) / a.length,
  }
}

function swap({ a, b, product }: Energy): Energy {
  return { a: b, b: a, product }
}

/** Compares after raising `b`, the quieter one in `total`, to the level of `a`. */
function compare(now: Energy, total: Energy): { level: number; difference: number } {
  const gain = total.b > 0 ? Math.sign(total.product) * Math.sqrt(total.a / total.b) : 0
  const raised = gain * gain * now.b
  return { level: Math.max(now.a, raised), difference: now.a - 2 * gain * now.product + raised }
}
