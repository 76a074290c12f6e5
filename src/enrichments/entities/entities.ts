/** Finds the entities in a transcript: names, dates, times, sums of money, addresses and numbers. */
import type { NamedEntity } from '../../contract/features/named-entity-recognition.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Transcription } from '../../contract/transcript.ts'
import type { TextModels } from '../../models/text/text-models.ts'
import { inTurns } from '../in-turns.ts'
import { addresses } from './addresses.ts'
import { EnglishNames, type FoundName } from './english-names.ts'
import { englishQuantities } from './english-quantities.ts'
import { foreignEntities } from './foreign-entities.ts'
import { passagesOf, timesOf, type Passage } from './passage.ts'
import { type EntitySpan, type EntityType, textBefore, withoutOverlaps } from './entity-span.ts'
import { NameParts } from './name-parts.ts'
import { phoneNumbers } from './phone-numbers.ts'

/** Passages per turn of the event loop: about 50 ms. */
const PASSAGES_PER_TURN = 25

/** An entity in its sentence. */
interface SpokenEntity {
  readonly type: EntityType
  readonly text: string
  readonly language: LanguageCode
  /** The end of the text before it. */
  readonly before: string
  /** Seconds. */
  readonly times: { readonly start: number; readonly end: number }
}

/** The entities of a transcript, ordered by start; for people, with the part of the name that is said. */
export async function entitiesOf(...given: Parameters<typeof spokenEntities>): Promise<NamedEntity[]> {
  const found = await spokenEntities(...given)
  const parts = new NameParts(found.filter(isPerson))
  return found.map((one) => {
    const { type, text, times } = one
    const [piece, ...others] = isPerson(one) ? parts.piecesOf(one) : []
    const entity_type = piece === undefined || others.length > 0 ? type : piece.type
    return { entity_type, entity_group: type, text, ...times }
  })
}

const isPerson = ({ type }: SpokenEntity) => type === 'NAME'

/**
 * The entities of a transcript, ordered by start. Also works on a single utterance, but longer text gives more evidence
 * of what each name refers to.
 * @param models find names in their languages instead of the rules; entities with a form of their own, such as addresses
 *   and sums, are found by the rules in every language
 * @throws the reason of `signal` once it is aborted
 */
export async function spokenEntities(
  { utterances }: Pick<Transcription, 'utterances'>,
  signal?: AbortSignal,
  models?: TextModels,
): Promise<SpokenEntity[]> {
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
  return read.flatMap(({ passage, spans, named }) => {
    const typed = named.flatMap(({ from, to, key }): EntitySpan[] => {
      const type = names.typeOf(key)
      return type ? [{ type, from, to }] : []
    })
    // Names take precedence over plain numbers, which may be part of a name.
    const all = withoutOverlaps([...spans.filter(isMoreThanNumber), ...typed, ...spans])
    return all.map(({ type, from, to }) => ({
      type,
      text: passage.text.slice(from, to),
      language: passage.language,
      before: textBefore(passage.text, from),
      times: timesOf(passage, from, to),
    }))
  })
}

function isMoreThanNumber({ type }: EntitySpan): boolean {
  return type !== 'NUMBER'
}
