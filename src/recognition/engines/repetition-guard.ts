/** When a recogniser loses the thread: it repeats itself, or does not come to an end. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { RecogniseOptions, Word } from './engine.ts'
import { quietestPoint } from '../../audio/quietest-point.ts'

/** No word is shorter, and models cannot take less. */
const SHORTEST = 0.1 * SAMPLE_RATE

/** Below this it is not worth another try: half a sentence at least must fit into each half. */
const SHORTEST_RETRY = 4 * SAMPLE_RATE

/**
 * Recognises, and where that fails, each half on its own, cut at the quietest point of the middle third. A short
 * stretch that fails gives no words: what a model writes that has lost the thread was not said.
 * @param attempt - gives the words, or null when the recogniser lost the thread
 */
async function recogniseOrHalve(
  samples: Float32Array,
  attempt: (samples: Float32Array) => Promise<Word[] | null>,
): Promise<Word[]> {
  if (samples.length < SHORTEST) return []
  const words = await attempt(samples)
  if (words !== null) return words
  if (samples.length < SHORTEST_RETRY) return []
  const third = Math.floor(samples.length / 3)
  const cut = third + quietestPoint(samples.subarray(third, 2 * third))
  const before = await recogniseOrHalve(samples.subarray(0, cut), attempt)
  const after = await recogniseOrHalve(samples.subarray(cut), attempt)
  return [...before, ...later(after, cut / SAMPLE_RATE)]
}

/**
 * Recognises what follows words that are known, if there are any. When the recogniser loses the thread with them, or
 * hears nothing behind them (a word that was misheard can end a text for good), it hears what follows on its own.
 * @param attempt - gives the words behind those that are known, or null when the recogniser lost the thread
 */
export async function recogniseAfterKnown(
  samples: Float32Array,
  { known = [], ...alone }: RecogniseOptions,
  attempt: (samples: Float32Array, hints: RecogniseOptions) => Promise<Word[] | null>,
): Promise<Word[]> {
  const last = known.at(-1)
  if (last === undefined) return recogniseOrHalve(samples, (stretch) => attempt(stretch, alone))
  const words = await attempt(samples, { ...alone, known })
  if (words !== null && words.length > 0) return words
  const behind = samples.subarray(Math.round(last.end * SAMPLE_RATE))
  return later(await recogniseOrHalve(behind, (stretch) => attempt(stretch, alone)), last.end)
}

/** The same words, when the samples began earlier. */
function later(words: readonly Word[], seconds: number): Word[] {
  return words.map((word) => ({ ...word, start: word.start + seconds, end: word.end + seconds }))
}

/**
 * Whether the model has fallen into a loop: the last 1–10 tokens are there four times in a row at least, and over 16
 * tokens ("no, no, no, no" is speech, not a loop).
 */
export function isLooping(tokens: readonly number[]): boolean {
  for (let period = 1; period <= 10; period++) {
    const span = Math.max(16, 4 * period)
    let same = period
    while (same < span && same < tokens.length && tokens.at(-1 - same) === tokens.at(period - 1 - same))
      same++
    if (same === span) return true
  }
  return false
}
