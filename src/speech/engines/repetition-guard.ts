/** Recovers when a recogniser repeats itself or does not stop. */
import { quietestPoint } from '../../audio/quietest-point.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { Word } from '../../contract/transcript.ts'
import type { RecogniseOptions } from './engine.ts'
import { shifted } from './spoken-words.ts'

/** No word is shorter, and models accept no less. */
const MIN_SAMPLES = 0.1 * SAMPLE_RATE

/** Each half must be long enough for half a sentence. */
const MIN_SPLIT_SAMPLES = 4 * SAMPLE_RATE

/**
 * Recognises the samples; if that fails, recognises each half separately, cut at the quietest point of the middle third.
 * A segment that is too short to be split has no words, because what a model writes in a loop was not spoken.
 * @param attempt - returns the words, or null if it failed
 */
async function recogniseOrSplit(
  samples: Float32Array,
  attempt: (samples: Float32Array) => Promise<Word[] | null>,
): Promise<Word[]> {
  if (samples.length < MIN_SAMPLES) return []
  const words = await attempt(samples)
  if (words !== null) return words
  if (samples.length < MIN_SPLIT_SAMPLES) return []
  const third = Math.floor(samples.length / 3)
  const cut = third + quietestPoint(samples.subarray(third, 2 * third))
  const before = await recogniseOrSplit(samples.subarray(0, cut), attempt)
  const after = await recogniseOrSplit(samples.subarray(cut), attempt)
  return [...before, ...shifted(after, cut / SAMPLE_RATE)]
}

/**
 * The punctuation at the end of a text, at most as many marks as models write in one place. It was chosen without knowing
 * what follows: after a full stop where speech was cut, a model takes the text for complete, and the rest is lost.
 */
const LAST_PUNCTUATION = /\p{P}{1,3}$/u

/**
 * Recognises what follows the known words, if any; the model rewrites the punctuation after the last of them. If the
 * recogniser fails with the known words, or finds no words after them (a misrecognised word can look like the end of a
 * text), the remaining samples are recognised on their own.
 * @param attempt - returns the words after the known ones, or null if the model looped or did not stop
 */
export async function recogniseAfterKnown(
  samples: Float32Array,
  { known = [], ...others }: RecogniseOptions,
  attempt: (samples: Float32Array, options: RecogniseOptions) => Promise<Word[] | null>,
): Promise<Word[]> {
  const last = known.at(-1)
  if (last === undefined) return recogniseOrSplit(samples, (part) => attempt(part, others))
  const unpunctuated = last.word.replace(LAST_PUNCTUATION, '')
  const open = unpunctuated.trim() === '' ? known : [...known.slice(0, -1), { ...last, word: unpunctuated }]
  const words = await attempt(samples, { ...others, known: open })
  if (words !== null && words.length > 0) return words
  const rest = samples.subarray(Math.round(last.end * SAMPLE_RATE))
  return shifted(await recogniseOrSplit(rest, (part) => attempt(part, others)), last.end)
}

/**
 * Returns true if the model has fallen into a loop: the last 1–10 tokens occur at least four times in a row, over at
 * least 16 tokens ("no, no, no, no" is speech, not a loop).
 */
export function isLooping(tokens: readonly (number | string)[]): boolean {
  for (let period = 1; period <= 10; period++) {
    const span = Math.max(16, 4 * period)
    let same = period
    while (same < span && same < tokens.length && tokens.at(-1 - same) === tokens.at(period - 1 - same))
      same++
    if (same === span) return true
  }
  return false
}
