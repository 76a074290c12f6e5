/** Finds the words of a search in a transcript. */
import { type Match, MAX_SNIPPET, type MatchPage } from '../contract/matches.ts'
import { folded, searchWords, type WordPlace, wordPlaces } from '../contract/search-words.ts'
import type { Utterance } from '../contract/transcript.ts'
import { UNSPACED_SCRIPT } from '../contract/unspaced-scripts.ts'
import { timedWords } from '../text/timed-words.ts'

/** Maximum length of a snippet before the first word found, in UTF-16 units. */
const LEAD = 60

/** Length of a snippet between its ellipses, in UTF-16 units. */
const TEXT_LENGTH = MAX_SNIPPET - 2

/**
 * A page of the utterances that contain one of the words. As in lists of jobs, the transcript must contain all words, or
 * there are no matches.
 * @param words as returned by `searchWords`
 */
export function matchesIn(
  utterances: readonly Utterance[],
  words: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): MatchPage {
  const wanted = new Set(words)
  const missing = new Set(words)
  const plain = utterances.map(({ text }) => folded(text))
  // Split words as in the index, which was made from the whole text.
  const isUnspaced = plain.some((text) => UNSPACED_SCRIPT.test(text))
  const indices: number[] = []
  for (const [index, text] of plain.entries()) {
    if (!words.some((word) => text.includes(word))) continue
    const found = searchWords(utterances[index]!.text, isUnspaced).filter((word) => wanted.has(word))
    for (const word of found) missing.delete(word)
    if (found.length > 0) indices.push(index)
  }
  if (missing.size > 0) return { total: 0, items: [] }
  const items = indices
    .slice(offset, offset + limit)
    .map((index) => matchIn(utterances[index]!, index, wanted, isUnspaced))
  return { total: indices.length, items }
}

/** @param index of the utterance, which contains a wanted word */
function matchIn(
  utterance: Utterance,
  index: number,
  wanted: ReadonlySet<string>,
  isUnspaced: boolean,
): Match {
  const { text, channel, speaker } = utterance
  const places = wordPlaces(text, isUnspaced)
  const found = places.filter(({ word }) => wanted.has(word))
  return {
    utterance: index,
    ...timesOf(utterance, found),
    channel,
    ...(speaker !== undefined && { speaker }),
    ...snippetOf(text, places, found),
  }
}

/** When the first word begins and the last one ends. */
function timesOf(utterance: Utterance, found: readonly WordPlace[]): Pick<Match, 'start' | 'end'> {
  let at = 0
  const words = timedWords(utterance).map(({ word, start, end }) => {
    const text = word.trim()
    const from = Math.max(at, utterance.text.indexOf(text, at))
    at = from + text.length
    return { from, start, end }
  })
  const wordAt = (place: number) => words.findLast(({ from }) => from <= place) ?? utterance
  return { start: wordAt(found[0]!.from).start, end: wordAt(found.at(-1)!.to - 1).end }
}

/** The part of a text around the first word found, cut between words. */
function snippetOf(
  text: string,
  places: readonly WordPlace[],
  found: readonly WordPlace[],
): Pick<Match, 'text' | 'ranges'> {
  const first = found[0]!.from
  const isShort = text.length <= MAX_SNIPPET
  const earliest = isShort ? 0 : Math.min(first - LEAD, text.length - TEXT_LENGTH)
  const start = earliest <= 0 ? 0 : (places.find(({ from }) => from >= earliest)?.from ?? first)
  const latest = start + TEXT_LENGTH
  const isWhole = isShort || text.length <= latest
  const end = isWhole
    ? text.length
    : (places.findLast(({ from, to }) => from >= first && to <= latest)?.to ?? latest)
  const before = start > 0 ? '…' : ''
  const shift = before.length - start
  const ranges: Match['ranges'] = []
  for (const { from, to } of found) {
    if (from >= end) break
    // One character, such as ½, may have two words.
    if (from + shift >= (ranges.at(-1)?.to ?? 0))
      ranges.push({ from: from + shift, to: Math.min(to, end) + shift })
  }
  return { text: `${before}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`, ranges }
}
