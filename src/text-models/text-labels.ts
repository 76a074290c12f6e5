/** The label that a model gives to each of some texts. */
import { bestOf, type Classifier, type ReadText } from './classifier.ts'

/**
 * The most probable label of each text, over all its windows; null for one that is ignored, or for a text without tokens.
 * @throws the reason of `signal`, once that is aborted
 */
export async function textLabels<Label>(
  texts: readonly string[],
  classifier: Classifier<Label>,
  signal?: AbortSignal,
): Promise<(Label | null)[]> {
  const { outputs } = classifier
  const labelOf = ({ windows }: ReadText) => {
    const sums = new Float32Array(outputs.length)
    for (const { ids, scores } of windows)
      for (const [output, probability] of softmax(scores).entries()) sums[output]! += probability * ids.length
    return sums.some((sum) => sum > 0) ? bestOf(outputs, sums).label : null
  }
  return (await classifier.read(texts, signal)).map(labelOf)
}

function softmax(scores: Float32Array): Float32Array {
  const greatest = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - greatest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
