/**
 * Rates how alike two sequences of phonemes sound, by an edit distance. Vowels weigh less than consonants, because they
 * blend into each other and are dropped if unstressed; replacing a phoneme by a similar one costs less. Compares features
 * as ALINE does (Kondrak, "A New Algorithm for the Alignment of Phonetic Sequences", 2000), with fewer features and
 * different costs.
 */
import features from './phoneme-features.json' with { type: 'json' }

/** Phonemes in IPA; a diphthong or an affricate is one phoneme. */
export type Phonemes = readonly string[]

/** A diphthong has the values of its middle. */
interface Vowel {
  /** 0 open … 1 close. */
  readonly height: number
  /** 0 front … 1 back. */
  readonly backness: number
}

interface Consonant {
  /** 0 lips … 1 throat. */
  readonly place: number
  readonly manner: string
  readonly voiced: boolean
}

const VOWELS: Readonly<Record<string, Vowel>> = features.vowels
const CONSONANTS: Readonly<Record<string, Consonant>> = features.consonants

/** Costs of replacing one manner of articulation by a similar one. */
const SIMILAR_MANNERS: Readonly<Record<string, number>> = {
  'affricate fricative': 0.15,
  'affricate stop': 0.2,
  'fricative stop': 0.35,
  'nasal stop': 0.4,
}

/** Semivowels, and the vowels closest to them. */
const SEMIVOWELS: Readonly<Record<string, string>> = { j: 'i', w: 'u', ɹ: 'ɝ' }

/** The cost of deleting or inserting a phoneme. */
function weightOf(phoneme: string): number {
  if (phoneme === 'ə') return 0.35
  if (phoneme in VOWELS) return 0.5
  if (phoneme === 'h' || phoneme === 'j') return 0.4
  if (phoneme === 'w' || phoneme === 'ɹ') return 0.6
  return 0.9
}

/** The cost of replacing one phoneme by another. */
function substitutionCost(a: string, b: string): number {
  if (a === b) return 0
  const [vowelA, vowelB] = [VOWELS[a], VOWELS[b]]
  if (vowelA && vowelB)
    return 0.05 + 0.45 * Math.hypot(vowelA.height - vowelB.height, vowelA.backness - vowelB.backness)
  if (vowelA || vowelB) {
    const nearest = SEMIVOWELS[vowelA ? b : a]
    return nearest === (vowelA ? a : b) ? 0.2 : NEVER
  }
  const [one, other] = [CONSONANTS[a], CONSONANTS[b]]
  // Letters of a script that is compared as written.
  if (!one || !other) return 1
  const manners = [one.manner, other.manner].toSorted().join(' ')
  const change = one.manner === other.manner ? 0.05 : (SIMILAR_MANNERS[manners] ?? 0.8)
  return Math.min(
    1,
    change + 0.7 * Math.abs(one.place - other.place) + (one.voiced === other.voiced ? 0 : 0.2),
  )
}

/** More than the cost of a deletion and an insertion. */
const NEVER = 2

/** Phonemes prepared for comparison. */
export interface WeightedPhonemes {
  /** The number of each phoneme, see {@link numberOf}. */
  readonly phonemes: Uint32Array
  readonly weights: Float64Array
  /** The sum of the weights. */
  readonly weight: number
}

/** Numbers all phonemes, and other letters as they occur, so that costs can be looked up in a table. */
const numbers = new Map<string, number>()
const PHONEMES = [...Object.keys(VOWELS), ...Object.keys(CONSONANTS)]
for (const phoneme of PHONEMES) numbers.set(phoneme, numbers.size)
const SIZE = PHONEMES.length
const COSTS = Float64Array.from({ length: SIZE * SIZE }, (_, pair) =>
  substitutionCost(PHONEMES[Math.floor(pair / SIZE)] ?? '', PHONEMES[pair % SIZE] ?? ''),
)

function numberOf(phoneme: string): number {
  const known = numbers.get(phoneme)
  if (known !== undefined) return known
  numbers.set(phoneme, numbers.size)
  return numbers.size - 1
}

/** Prepares phonemes for comparison. */
export function weightedPhonemes(phonemes: Phonemes): WeightedPhonemes {
  const weights = Float64Array.from(phonemes, weightOf)
  return {
    phonemes: Uint32Array.from(phonemes, numberOf),
    weights,
    weight: weights.reduce((sum, weight) => sum + weight, 0),
  }
}

/**
 * How alike two sequences of phonemes sound: 1 if they are the same, 0 if they have nothing in common.
 * @param minimum lower similarities may be returned as 0, which is faster
 */
export function phonemeSimilarity(a: WeightedPhonemes, b: WeightedPhonemes, minimum = 0): number {
  const weight = (a.weight + b.weight) / 2
  const maxDistance = (1 - minimum) * weight
  // The distance is at least the difference of the weights.
  if (weight === 0 || Math.abs(a.weight - b.weight) > maxDistance) return 0
  const length = b.phonemes.length
  let above = new Float64Array(length + 1)
  let row = new Float64Array(length + 1)
  for (let j = 0; j < length; j++) above[j + 1] = above[j]! + b.weights[j]!
  for (let i = 0; i < a.phonemes.length; i++) {
    const phoneme = a.phonemes[i]!
    const own = a.weights[i]!
    let cheapest = (row[0] = above[0]! + own)
    for (let j = 0; j < length; j++) {
      const other = b.phonemes[j]!
      const step = phoneme < SIZE && other < SIZE ? COSTS[phoneme * SIZE + other]! : phoneme === other ? 0 : 1
      const cost = Math.min(above[j]! + step, above[j + 1]! + own, row[j]! + b.weights[j]!)
      row[j + 1] = cost
      if (cost < cheapest) cheapest = cost
    }
    if (cheapest > maxDistance) return 0
    ;[above, row] = [row, above]
  }
  return Math.max(0, 1 - above[length]! / weight)
}
