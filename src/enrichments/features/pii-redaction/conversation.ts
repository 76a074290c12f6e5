/** A transcript in the order in which it was said, whoever speaks. */
import { endsClause, wordParts } from '../../../text/word-parts.ts'
import type { TextRange } from '../../entities/entity-span.ts'
import type { SearchableText } from './searchable-text.ts'

/** A sentence, or a part of one: a range of a text. */
export interface Passage extends TextRange {
  readonly searched: SearchableText
}

/** The longest passage, for recognisers that write no full stops. */
const MAX_CHARACTERS = 500

/** The passages of all texts, in order. */
export function conversationOf(texts: readonly SearchableText[]): Passage[] {
  const parts = texts.flatMap((searched) =>
    searched.parts.map(({ utterance, offset }, index) => {
      const to = searched.parts[index + 1]?.offset ?? searched.text.length
      return { searched, start: utterance.start, from: offset, to }
    }),
  )
  return parts.toSorted((a, b) => a.start - b.start).flatMap(passagesOf)
}

function passagesOf({ searched, from, to }: Passage): Passage[] {
  const passages: Passage[] = []
  let begin = from
  for (const { 0: word, index } of searched.text.slice(from, to).matchAll(/\S+\s*/gu)) {
    const end = from + index + word.length
    if (end < to && end - begin < MAX_CHARACTERS && !endsClause(wordParts(word))) continue
    passages.push({ searched, from: begin, to: end })
    begin = end
  }
  return passages
}
