/** Who and what a transcript speaks of. */
import { setImmediate as turn } from 'node:timers/promises'
import type { NamedEntity } from '../../../contract/features/named-entity-recognition.ts'
import type { Transcription } from '../../../contract/transcript.ts'
import { addresses } from './addresses.ts'
import { EnglishNames, type FoundName } from './english-names.ts'
import { englishQuantities } from './english-quantities.ts'
import { foreignEntities } from './foreign-entities.ts'
import { passagesOf, timesOf, type Passage } from './passage.ts'
import { type EntitySpan, withoutOverlaps } from './entity-span.ts'
import { loadLexicon } from './lexicon.ts'

/** How many passages are read before others get a turn: about 50 ms. */
const PASSAGES_AT_ONCE = 25

/**
 * The entities of a transcript, by their start. One utterance is a transcript as well, though in a longer one more is
 * known of each name.
 * @throws the reason of `signal`, once that is aborted
 */
export async function entitiesOf(
  { utterances }: Pick<Transcription, 'utterances'>,
  signal?: AbortSignal,
): Promise<NamedEntity[]> {
  const passages = passagesOf(utterances)
  const names = new EnglishNames(await loadLexicon())
  const read: { passage: Passage; spans: readonly EntitySpan[]; named: readonly FoundName[] }[] = []
  for (const [index, passage] of passages.entries()) {
    if (index % PASSAGES_AT_ONCE === PASSAGES_AT_ONCE - 1) await turn(undefined, { signal })
    const { text, language } = passage
    if (language === 'en') {
      const spans = withoutOverlaps([...addresses(text), ...englishQuantities(text)])
      read.push({ passage, spans, named: names.find(text, spans.filter(isNoPlainNumber)) })
    } else {
      const spans = withoutOverlaps([...addresses(text), ...(await foreignEntities(text, language))])
      read.push({ passage, spans, named: [] })
    }
  }
  return read.flatMap(({ passage, spans, named }) => {
    const typed = named.flatMap(({ from, to, key }): EntitySpan[] => {
      const type = names.typeOf(key)
      return type ? [{ type, from, to }] : []
    })
    // A number within a name is part of it.
    const all = withoutOverlaps([...spans.filter(isNoPlainNumber), ...typed, ...spans])
    return all.map(({ type, from, to }) => ({
      entity_type: type,
      text: passage.text.slice(from, to),
      ...timesOf(passage, from, to),
    }))
  })
}

function isNoPlainNumber({ type }: EntitySpan): boolean {
  return type !== 'NUMBER'
}
