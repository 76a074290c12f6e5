/**
 * How alike two rows of phonemes sound: an edit distance whose steps cost what they change. Vowels shade into each
 * other and come and go where they are not stressed, so they count for less than consonants; a consonant turns into one
 * made at the same place, or in the same way, more easily than into any other. It compares features as ALINE (Kondrak 2000)
 * does, with fewer of them and costs of its own.
 */

/** Phonemes in IPA, one entry each; a diphthong or an affricate is one phoneme. */
export type Phonemes = readonly string[]

/** Height and backness of vowels, 0–1; of a diphthong, of its middle. */
const VOWELS: Readonly<Record<string, readonly [height: number, backness: number]>> = {
  i: [1, 0],
  y: [1, 0.1],
  ɪ: [0.8, 0.2],
  e: [0.7, 0],
  ø: [0.7, 0.2],
  eɪ: [0.75, 0.1],
  ɛ: [0.4, 0.1],
  œ: [0.4, 0.3],
  æ: [0.15, 0.2],
  a: [0, 0.5],
  ɑ: [0, 0.8],
  ɔ: [0.4, 1],
  o: [0.7, 1],
  oʊ: [0.75, 0.9],
  ʊ: [0.8, 0.8],
  u: [1, 1],
  ʌ: [0.4, 0.7],
  ə: [0.5, 0.5],
  ɝ: [0.5, 0.5],
  aɪ: [0.4, 0.4],
  aʊ: [0.4, 0.7],
  ɔɪ: [0.6, 0.6],
}

/** Place (lips 0 … throat 1), manner and voice of consonants. */
const CONSONANTS: Readonly<Record<string, readonly [place: number, manner: string, voiced: boolean]>> = {
  p: [0, 'stop', false],
  b: [0, 'stop', true],
  t: [0.3, 'stop', false],
  d: [0.3, 'stop', true],
  k: [0.8, 'stop', false],
  ɡ: [0.8, 'stop', true],
  q: [0.9, 'stop', false],
  tʃ: [0.5, 'affricate', false],
  dʒ: [0.5, 'affricate', true],
  ts: [0.3, 'affricate', false],
  f: [0.1, 'fricative', false],
  v: [0.1, 'fricative', true],
  θ: [0.2, 'fricative', false],
  ð: [0.2, 'fricative', true],
  s: [0.3, 'fricative', false],
  z: [0.3, 'fricative', true],
  ʃ: [0.5, 'fricative', false],
  ʒ: [0.5, 'fricative', true],
  x: [0.8, 'fricative', false],
  h: [1, 'fricative', false],
  m: [0, 'nasal', true],
  n: [0.3, 'nasal', true],
  ŋ: [0.8, 'nasal', true],
  l: [0.3, 'approximant', true],
  ɹ: [0.4, 'approximant', true],
  j: [0.6, 'approximant', true],
  w: [0.1, 'approximant', true],
}

/** Consonants that are made alike although their manner has another name. */
const NEAR_MANNERS: Readonly<Record<string, number>> = {
  'affricate fricative': 0.15,
  'affricate stop': 0.2,
  'fricative stop': 0.35,
  'nasal stop': 0.4,
}

/** Consonants that are all but vowels, and the vowels that they are. */
const SEMIVOWELS: Readonly<Record<string, string>> = { j: 'i', w: 'u', ɹ: 'ɝ' }

/** What it costs to leave a phoneme out, or to put it in. */
function weightOf(phoneme: string): number {
  if (phoneme === 'ə') return 0.35
  if (phoneme in VOWELS) return 0.5
  if (phoneme === 'h' || phoneme === 'j') return 0.4
  if (phoneme === 'w' || phoneme === 'ɹ') return 0.6
  return 0.9
}

/** What it costs to say one phoneme for another. */
function substitution(a: string, b: string): number {
  if (a === b) return 0
  const [vowelA, vowelB] = [VOWELS[a], VOWELS[b]]
  if (vowelA && vowelB) return 0.05 + 0.45 * Math.hypot(vowelA[0] - vowelB[0], vowelA[1] - vowelB[1])
  if (vowelA || vowelB) {
    const nearest = SEMIVOWELS[vowelA ? b : a]
    return nearest === (vowelA ? a : b) ? 0.2 : NEVER
  }
  const [soundA, soundB] = [CONSONANTS[a], CONSONANTS[b]]
  // Letters of a script that is compared as it is written.
  if (!soundA || !soundB) return 1
  const [place, manner, voiced] = soundA
  const [otherPlace, otherManner, otherVoiced] = soundB
  const manners = manner < otherManner ? `${manner} ${otherManner}` : `${otherManner} ${manner}`
  const change = manner === otherManner ? 0.05 : (NEAR_MANNERS[manners] ?? 0.8)
  return Math.min(1, change + 0.7 * Math.abs(place - otherPlace) + (voiced === otherVoiced ? 0 : 0.2))
}

/** Dearer than to leave one out and put the other in. */
const NEVER = 2

/** A row of phonemes made ready to be compared. */
export interface WeightedPhonemes {
  /** Each phoneme by its number, see {@link numberOf}. */
  readonly phonemes: Uint32Array
  /** What each weighs. */
  readonly weights: Float64Array
  /** What they weigh together. */
  readonly weight: number
}

/** All phonemes, and any letter that stands for itself, are numbered: the same pairs are compared again and again. */
const numbers = new Map<string, number>()
const PHONEMES = [...Object.keys(VOWELS), ...Object.keys(CONSONANTS)]
for (const phoneme of PHONEMES) numbers.set(phoneme, numbers.size)
const SIZE = PHONEMES.length
const COSTS = Float64Array.from({ length: SIZE * SIZE }, (_, pair) =>
  substitution(PHONEMES[Math.floor(pair / SIZE)] ?? '', PHONEMES[pair % SIZE] ?? ''),
)

function numberOf(phoneme: string): number {
  const known = numbers.get(phoneme)
  if (known !== undefined) return known
  numbers.set(phoneme, numbers.size)
  return numbers.size - 1
}

/** Makes phonemes ready to be compared. */
export function weightedPhonemes(phonemes: Phonemes): WeightedPhonemes {
  const weights = Float64Array.from(phonemes, weightOf)
  return {
    phonemes: Uint32Array.from(phonemes, numberOf),
    weights,
    weight: weights.reduce((sum, weight) => sum + weight, 0),
  }
}

/**
 * How alike two rows of phonemes sound: 1 for the same, 0 for nothing in common.
 * @param least below this the answer may be 0, which is quicker
 */
export function phonemeSimilarity(a: WeightedPhonemes, b: WeightedPhonemes, least = 0): number {
  const weight = (a.weight + b.weight) / 2
  const most = (1 - least) * weight
  // What the one has more than the other can only be left out.
  if (weight === 0 || Math.abs(a.weight - b.weight) > most) return 0
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
    if (cheapest > most) return 0
    ;[above, row] = [row, above]
  }
  return Math.max(0, 1 - above[length]! / weight)
}
