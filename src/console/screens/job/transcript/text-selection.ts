/** The selection in the text of an element, and in a transcript. */
import type { Match } from './transcript-matches.ts'
import { textsOf } from './transcript-highlights.ts'
import type { PlacedWord } from './transcript-words.ts'

/** The selection in an element, in UTF-16 units of its text. */
export function selectedIn(element: Element): readonly [from: number, to: number] {
  const selection = document.getSelection()
  if (selection === null || selection.rangeCount === 0) return [0, 0]
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  const lengthTo = (node: Node, offset: number) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    range.setEnd(node, offset)
    return range.toString().length
  }
  return [lengthTo(startContainer, startOffset), lengthTo(endContainer, endOffset)]
}

/** Sets the selection in an element with a single text node. */
export function selectIn(element: Element, [from, to]: readonly [from: number, to: number]): void {
  const text = element.firstChild
  if (!(text instanceof Text)) return
  const within = (at: number) => Math.min(at, text.length)
  document.getSelection()?.setBaseAndExtent(text, within(from), text, within(to))
}

/** The words that are at least partly selected. */
export function selectedWords(list: Element, words: readonly PlacedWord[]): readonly PlacedWord[] {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return []
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(list)) return []
  const texts = textsOf(list)
  const selected = new Set([...texts].flatMap(([index, text]) => (range.intersectsNode(text) ? [index] : [])))
  return words.filter(({ utterance, from, to }) => {
    const text = texts.get(utterance)
    if (text === undefined || !selected.has(utterance)) return false
    const begin = range.startContainer === text ? range.startOffset : 0
    const end = range.endContainer === text ? range.endOffset : Infinity
    return to > begin && from < end
  })
}

/** The part of each utterance that the words cover, in order. */
export function placesOf(words: readonly PlacedWord[]): readonly Match[] {
  return [...Map.groupBy(words, ({ utterance }) => utterance)]
    .toSorted(([a], [b]) => a - b)
    .map(([utterance, own]) => ({
      utterance,
      from: Math.min(...own.map(({ from }) => from)),
      to: Math.max(...own.map(({ to }) => to)),
    }))
}
