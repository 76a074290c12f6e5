/** The labels that models give to tokens and to whole texts. */
import type { LanguageCode } from '../../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { bestOf, type Classifier, type Output, type ReadText } from './classifier.ts'
import type { TextRange, Token } from './text-tokens.ts'

export interface Text {
  readonly text: string
  readonly language: LanguageCode
}

/** A range of a text with a label. */
export interface LabelledSpan<Label> extends TextRange {
  readonly type: Label
}

/**
 * The labelled ranges of each text, in order and disjoint. They begin and end at word boundaries, or at character
 * boundaries in languages without spaces.
 * @throws the reason of `signal` once it is aborted
 */
export async function labelledSpans<Label>(
  texts: readonly Text[],
  classifier: Classifier<Label>,
  signal?: AbortSignal,
): Promise<LabelledSpan<Label>[][]> {
  const read = await classifier.read(
    texts.map(({ text }) => text),
    signal,
  )
  return texts.map((text, index) => spansOf(wordsOf(text, read[index]!, classifier.outputs)))
}

/** A word and the model's output for it. */
interface Word<Label> extends Output<Label> {
  readonly from: number
  to: number
}

function wordsOf<Label>(
  text: Text,
  { tokens, windows }: ReadText,
  outputs: readonly Output<Label>[],
): Word<Label>[] {
  const words: Word<Label>[] = []
  for (const { from, ownFrom, ownTo, scores } of windows)
    for (const [index, token] of tokens.slice(ownFrom, ownTo).entries()) {
      const before = tokens[ownFrom + index - 1]
      const word = words.at(-1)
      // The first token of a word decides, because the other tokens of a rare word are often labelled differently. If the
      // tokens of a word cannot be told apart, the first one with a label decides.
      const isUndecided = word?.label === null && before?.from === token.from
      if (before && word && !isUndecided && isSameWord(text, before, token)) {
        word.to = Math.max(word.to, token.to)
        continue
      }
      const at = (ownFrom + index - from) * outputs.length
      const output = bestOf(outputs, scores.subarray(at, at + outputs.length))
      words.push({ ...output, from: token.from, to: token.to })
    }
  return words
}

function spansOf<Label>(words: readonly Word<Label>[]): LabelledSpan<Label>[] {
  const spans: { type: Label; from: number; to: number }[] = []
  for (const [index, { label, begins, from, to }] of words.entries()) {
    if (label === null) continue
    const before = words[index - 1]
    if (before?.label === label && !before.ends && !begins) spans.at(-1)!.to = to
    else spans.push({ type: label, from, to })
  }
  return spans
}

function isSameWord({ text, language }: Text, before: Token, token: Token): boolean {
  if (token.from < before.to) return true
  if (token.from > before.to || isWrittenWithoutSpaces(language)) return false
  return (
    /[\p{L}\p{M}\p{N}]$/u.test(text.slice(before.from, before.to)) &&
    /^[\p{L}\p{M}\p{N}]/u.test(text.slice(token.from, token.to))
  )
}

/**
 * The most probable label of each text, over all its windows; null for an ignored label, or for a text without tokens.
 * @throws the reason of `signal` once it is aborted
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
