/** The items of a transcript: paragraphs, and speech without words between them. */
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { paragraphSpans, type ParagraphSpan } from '../../../../text/paragraphs.ts'

/** A paragraph, or speech without words. */
export type TranscriptItem =
  | { readonly span: ParagraphSpan; readonly gap?: never }
  | { readonly gap: UnrecognisedSpan; readonly span?: never }

/** The items in the order of their start. A paragraph ends where speech without words begins. */
export function itemsOf(
  utterances: readonly Utterance[],
  unrecognised: readonly UnrecognisedSpan[],
): readonly TranscriptItem[] {
  const gaps = stillWithoutWords(utterances, unrecognised)
  const places = gaps.map(({ start }) => {
    const at = utterances.findIndex((one) => one.start > start)
    return at < 0 ? utterances.length : at
  })
  const items: TranscriptItem[] = []
  let next = 0
  const addGaps = (until: number) => {
    for (; next < gaps.length && places[next]! <= until; next++) items.push({ gap: gaps[next]! })
  }
  for (const [first, last] of paragraphSpans(utterances)) {
    addGaps(first)
    let begin = first
    while (next < gaps.length && places[next]! <= last) {
      const place = places[next]!
      items.push({ span: [begin, place - 1] })
      begin = place
      addGaps(place)
    }
    items.push({ span: [begin, last] })
  }
  addGaps(utterances.length)
  return items
}

export const spansOf = (items: readonly TranscriptItem[]): readonly ParagraphSpan[] =>
  items.flatMap(({ span }) => (span === undefined ? [] : [span]))

/** The spans that are still mostly without words, because nobody has typed what was said. */
function stillWithoutWords(
  utterances: readonly Utterance[],
  unrecognised: readonly UnrecognisedSpan[],
): readonly UnrecognisedSpan[] {
  return unrecognised.filter(({ start, end, channel }) => {
    const words = utterances.flatMap((one) =>
      one.channel === channel && one.start < end && one.end > start ? one.words : [],
    )
    const spoken = words.reduce(
      (sum, word) => sum + Math.max(0, Math.min(end, word.end) - Math.max(start, word.start)),
      0,
    )
    return spoken < (end - start) / 2
  })
}
