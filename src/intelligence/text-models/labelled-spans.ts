/** What a model that labels tokens finds in texts. */
import type { LanguageCode } from '../../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import type { TextRange } from '../text/entities/entity-span.ts'
import { inTurns } from '../text/in-turns.ts'
import type { Classifier, Output } from './classifier.ts'
import type { Token } from './text-tokens.ts'
import { windowsOf } from './windows.ts'

export interface Text {
  readonly text: string
  readonly language: LanguageCode
}

/** A range of a text with a label. */
export interface LabelledSpan<Label> extends TextRange {
  readonly type: Label
}

/** Texts that are tokenised between two turns of the event loop. */
export const TEXTS_PER_TURN = 50

/**
 * The labelled ranges of each text, in order and disjoint. They begin and end with words, or with characters in languages
 * without spaces.
 * @throws the reason of `signal`, once that is aborted
 */
export async function labelledSpans<Label>(
  texts: readonly Text[],
  classifier: Classifier<Label>,
  signal?: AbortSignal,
): Promise<LabelledSpan<Label>[][]> {
  const tokens: Token[][] = []
  for await (const [, { text }] of inTurns(texts, TEXTS_PER_TURN, signal))
    tokens.push(classifier.tokens.of(text))
  const windows = tokens.flatMap((own, index) =>
    windowsOf(own.length, classifier.windowTokens).map((window) => ({ index, ...window })),
  )
  const scores = await classifier.score(
    windows.map(({ index, from, to }) => tokens[index]!.slice(from, to).map(({ id }) => id)),
    signal,
  )
  const count = classifier.outputs.length
  const outputs = texts.map((): Output<Label>[] => [])
  for (const [index, { index: text, from, ownFrom, ownTo }] of windows.entries())
    for (let token = ownFrom; token < ownTo; token++) {
      const at = (token - from) * count
      outputs[text]!.push(classifier.outputs[indexOfMax(scores[index]!.subarray(at, at + count))]!)
    }
  return texts.map((text, index) => spansOf(text, tokens[index]!, outputs[index]!))
}

type Mutable<Label> = { -readonly [Key in keyof LabelledSpan<Label>]: LabelledSpan<Label>[Key] }

function spansOf<Label>(
  text: Text,
  tokens: readonly Token[],
  outputs: readonly Output<Label>[],
): LabelledSpan<Label>[] {
  const spans: Mutable<Label>[] = []
  let isOpen = false
  let before: Token | undefined
  let label: Label | null = null
  for (const [index, token] of tokens.entries()) {
    // The first token of a word decides: the others of a rare word are often labelled otherwise. Where the tokens of a word
    // cannot be told apart, the first with a label does.
    const isUndecided = label === null && before?.from === token.from
    if (before && !isUndecided && isSameWord(text, before, token)) {
      if (label !== null) spans.at(-1)!.to = Math.max(spans.at(-1)!.to, token.to)
      before = token
      continue
    }
    const { begins, ends, ...output } = outputs[index]!
    label = output.label
    const open: Mutable<Label> | undefined = isOpen && !begins ? spans.at(-1) : undefined
    if (label !== null && open?.type === label) open.to = token.to
    else if (label !== null) spans.push({ type: label, from: token.from, to: token.to })
    isOpen = label !== null && !ends
    before = token
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

export function indexOfMax(numbers: Float32Array): number {
  return numbers.reduce((best, number, index) => (number > numbers[best]! ? index : best), 0)
}
