/** Entities of a transcript: names, dates, times, sums of money, addresses and numbers. */
import type { NamedEntity } from '../../contract/features/named-entity-recognition.ts'
import type { Transcription } from '../../contract/transcript.ts'
import type { TextModels } from '../../text-models/text-models.ts'
import { inTurns } from '../in-turns.ts'
import { addresses } from './addresses.ts'
import { EnglishNames, type FoundName } from './english-names.ts'
import { englishQuantities } from './english-quantities.ts'
import { foreignEntities } from './foreign-entities.ts'
import { passagesOf, timesOf, type Passage } from './passage.ts'
import { type EntitySpan, textBefore, withoutOverlaps } from './entity-span.ts'
import { NameParts } from './name-parts.ts'
import { phoneNumbers } from './phone-numbers.ts'

/** Passages between two turns of the event loop: about 50 ms. */
const PASSAGES_PER_TURN = 25

/**
 * The entities of a transcript, by their start. Also works on a single utterance, but a longer text gives more evidence
 * of what each name refers to.
 * @param models find names in their languages in place of the rules. What has a form of its own, such as an address or a
 *   sum, the rules find in every language
 * @throws the reason of `signal`, once that is aborted
 */
export async function entitiesOf(
  { utterances }: Pick<Transcription, 'utterances'>,
  signal?: AbortSignal,
  models?: TextModels,
): Promise<NamedEntity[]> {
  const passages = passagesOf(utterances)
  const modelled = await models?.spans('entities', passages, signal)
  const names = new EnglishNames()
  const read: { passage: Passage; spans: readonly EntitySpan[]; named: readonly FoundName[] }[] = []
  for await (const [index, passage] of inTurns(passages, PASSAGES_PER_TURN, signal)) {
    const { text, language } = passage
    const isEnglish = language === 'en'
    const forms = [...addresses(text), ...phoneNumbers(text, language)]
    const quantities = isEnglish ? englishQuantities(text) : await foreignEntities(text, language)
    const byModel = modelled?.[index]
    if (byModel) {
      const others = quantities.filter(({ type }) => type !== 'LOCATION')
      read.push({ passage, spans: withoutOverlaps([...forms, ...byModel, ...others]), named: [] })
      continue
    }
    const spans = withoutOverlaps([...forms, ...quantities])
    read.push({ passage, spans, named: isEnglish ? names.find(text, spans.filter(isMoreThanNumber)) : [] })
  }
  const found = read.flatMap(({ passage, spans, named }) => {
    const typed = named.flatMap(({ from, to, key }): EntitySpan[] => {
      const type = names.typeOf(key)
      return type ? [{ type, from, to }] : []
    })
    // Names take precedence over plain numbers: one within a name is part of it.
    const all = withoutOverlaps([...spans.filter(isMoreThanNumber), ...typed, ...spans])
    return all.map(({ type, from, to }) => ({
      type,
      text: passage.text.slice(from, to),
      language: passage.language,
      before: textBefore(passage.text, from),
      times: timesOf(passage, from, to),
    }))
  })
  const parts = new NameParts(found.filter(({ type }) => type === 'NAME'))
  return found.map(({ before, times, type, ...name }) => {
    const [piece, ...others] = type === 'NAME' ? parts.piecesOf(name, before) : []
    const entity_type = piece === undefined || others.length > 0 ? type : piece.type
    return { entity_type, entity_group: type, text: name.text, ...times }
  })
}

function isMoreThanNumber({ type }: EntitySpan): boolean {
  return type !== 'NUMBER'
}
