/** Shows people the differences between two transcripts of the same audio, word by word. */
import type { Utterance, Word } from '../contract/transcript.ts'
import type { WordChange } from '../contract/retranscription.ts'
import { aligned, placedWords } from './aligned-words.ts'
import type { Kept } from './carried-over.ts'

/** Number of unchanged words to show before and after a change. */
const CONTEXT = 4

const text = ({ word }: Word): string => word.trim()
const joined = (words: readonly Word[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .trim()

/**
 * The changes, ordered by time. Includes the `kept` utterances, which change nothing.
 * @returns `words`: how many words differ, counting a replacement once
 */
export function wordChanges(
  before: readonly Utterance[],
  after: readonly Utterance[],
  kept: readonly Kept[],
): { readonly words: number; readonly changes: WordChange[] } {
  const channels = new Set([...before, ...after].map(({ channel }) => channel))
  const found = [...channels].flatMap((channel) => {
    const of = (all: readonly Utterance[]) => placedWords(all.filter((one) => one.channel === channel))
    return changesBetween(of(before), of(after), channel)
  })
  const stays = kept.map(({ utterance: { start, channel, text: old }, heard }): WordChange => ({
    ...{ start, channel, before: '', old, new: heard, after: '', kept: true },
  }))
  return {
    words: found.reduce((sum, { words }) => sum + words, 0),
    changes: [...found.map(({ change }) => change), ...stays].toSorted((a, b) => a.start - b.start),
  }
}

function changesBetween(before: readonly Word[], after: readonly Word[], channel: number) {
  const changes: { readonly words: number; readonly change: WordChange }[] = []
  let [from, next] = [0, 0]
  const add = (to: number, end: number) => {
    const [removed, inserted] = [before.slice(from, to), after.slice(next, end)]
    const words = Math.max(removed.length, inserted.length)
    if (words === 0) return
    const change: WordChange = {
      start: (removed[0] ?? inserted[0])!.start,
      channel,
      before: joined(before.slice(Math.max(0, from - CONTEXT), from)),
      old: joined(removed),
      new: joined(inserted),
      after: joined(before.slice(to, to + CONTEXT)),
      kept: false,
    }
    changes.push({ words, change })
  }
  for (const [i, index] of aligned(before, after, text).entries()) {
    if (index < 0) continue
    add(i, index)
    ;[from, next] = [i + 1, index + 1]
  }
  add(before.length, after.length)
  return changes
}
