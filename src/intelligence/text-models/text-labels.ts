/** The label that a model gives to each of some texts. */
import type { Classifier } from './classifier.ts'
import { inTurns } from '../text/in-turns.ts'
import { indexOfMax, TEXTS_PER_TURN } from './labelled-spans.ts'
import { windowsOf } from './windows.ts'

/**
 * The most probable label of each text, over all its windows; null for one that is ignored, or for a text without tokens.
 * @throws the reason of `signal`, once that is aborted
 */
export async function textLabels<Label>(
  texts: readonly string[],
  classifier: Classifier<Label>,
  signal?: AbortSignal,
): Promise<(Label | null)[]> {
  const windows: { index: number; ids: number[] }[] = []
  for await (const [index, text] of inTurns(texts, TEXTS_PER_TURN, signal)) {
    const ids = classifier.tokens.of(text).map(({ id }) => id)
    for (const { from, to } of windowsOf(ids.length, classifier.windowTokens))
      windows.push({ index, ids: ids.slice(from, to) })
  }
  const scores = await classifier.score(
    windows.map(({ ids }) => ids),
    signal,
  )
  const sums = texts.map(() => new Float32Array(classifier.outputs.length))
  for (const [at, { index, ids }] of windows.entries())
    for (const [output, probability] of softmax(scores[at]!).entries())
      sums[index]![output]! += probability * ids.length
  return sums.map((sum) => (sum.some((one) => one > 0) ? classifier.outputs[indexOfMax(sum)]!.label : null))
}

function softmax(scores: Float32Array): Float32Array {
  const greatest = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - greatest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
