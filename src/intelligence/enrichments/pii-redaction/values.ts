/** The values to redact in a transcript, found by entity recognition and by a language model. */
import { isFoundWith, isName, typesForModel } from '../../../contract/features/pii-redaction.ts'
import { languageName } from '../../../contract/languages.ts'
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import type { EnrichmentContext } from '../../enrichment.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import { spokenEntities } from '../../entities/entities.ts'
import { textBefore } from '../../entities/entity-span.ts'
import { NameParts, type SpokenName } from '../../entities/name-parts.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import { wordParts } from '../../../text/word-parts.ts'
import { withAsciiDigits } from './searchable-text.ts'
import { valuesFromModel } from './model-values.ts'

/** Text to redact wherever it occurs. */
export interface Value {
  readonly type: string
  readonly text: string
  readonly isCaseSensitive: boolean
  /** Whether it was found in the transcript, so that it must be redacted at least once. */
  readonly mustOccur: boolean
}

/**
 * The values of the given types that rules and pulled models find, each once, and the parts of names. Where there are models,
 * the rules are used nevertheless, as one may find what the other misses.
 */
export async function detectedValues(
  utterances: readonly Utterance[],
  types: ReadonlySet<string>,
  { textModels, signal }: EnrichmentContext,
): Promise<Value[]> {
  const found: Found[] = await spokenEntities({ utterances: utterances.map(withPlainDigits) }, signal)
  const sentences = sentencesOf(utterances)
  for (const task of ['personal-data', 'entities'] as const)
    for (const [index, spans] of (await textModels.spans(task, sentences, signal)).entries())
      for (const { type, from, to } of spans ?? []) {
        const { text, language } = sentences[index]!
        found.push({ type, text: text.slice(from, to), language, before: textBefore(text, from) })
      }
  const parts = new NameParts(found.filter(({ type }) => type === 'NAME'))
  const values = new Map<string, Value>()
  for (const { type, text } of found.flatMap((one) => requestedOf(one, types, parts))) {
    const isCaseSensitive = !isName(type) || isOrdinaryWord(text, 'en')
    values.set(`${type} ${text}`, { type, text, isCaseSensitive, mustOccur: true })
    for (const part of isName(type) ? partsOf(text) : [])
      values.set(`${type} ${part}`, { type, text: part, isCaseSensitive: false, mustOccur: false })
  }
  return [...values.values()]
}

/** What was found, in its sentence. */
interface Found extends SpokenName {
  readonly type: string
}

/** What of a find is to be redacted, and as which type. `NAME` means every name; a part of names, those too whose part is unknown. */
function requestedOf(
  found: Found,
  types: ReadonlySet<string>,
  parts: NameParts,
): readonly { readonly type: string; readonly text: string }[] {
  const { type, text } = found
  if (types.has(type)) return [found]
  if (!isName(type)) return []
  if (types.has('NAME')) return [{ type: 'NAME', text }]
  const part = ['NAME_GIVEN', 'NAME_FAMILY'].find((one) => types.has(one))
  if (part === undefined || type !== 'NAME') return []
  return parts.piecesOf(found).flatMap((piece) => {
    if (types.has(piece.type)) return [piece]
    return piece.type === 'NAME' ? [{ type: part, text: piece.text }] : []
  })
}

function withPlainDigits(utterance: Utterance): Utterance {
  const words = utterance.words.map((word) => ({ ...word, word: withAsciiDigits(word.word) }))
  return { ...utterance, words, text: withAsciiDigits(utterance.text) }
}

/** The parts of a name that are not ordinary words: "Will Okafor" does not concern every "will". */
function partsOf(name: string): string[] {
  const parts = name.split(/\s+/u).map((part) => wordParts(part).core)
  return parts.filter((part) => part !== name && /^\p{Lu}\p{L}/u.test(part) && !isOrdinaryWord(part, 'en'))
}

/**
 * The values that only a language model finds, by the language of the utterances.
 * @param occurs whether a text occurs in the transcript
 * @throws NotAvailableError when one is needed and none is configured
 */
export async function modelValues(
  utterances: readonly Utterance[],
  types: readonly PiiEntityType[],
  occurs: (text: string) => boolean,
  { languageModel, textModels, signal }: EnrichmentContext,
): Promise<Value[]> {
  const values: Value[] = []
  for (const [language, sentences] of Map.groupBy(sentencesOf(utterances), (sentence) => sentence.language)) {
    const byPulled = [
      ...(await textModels.typesIn('personal-data', [language])),
      ...(await textModels.typesIn('entities', [language])),
    ]
    const others = typesForModel(types, language).filter((type) => !isFoundWith(type, byPulled))
    if (others.length === 0) continue
    if (languageModel === null)
      throw new NotAvailableError(
        `pii_redaction cannot find ${others.join(', ')} in ${languageName(language)} without a language model, so the ` +
          'transcript is withheld. Leave out these types.',
      )
    const lines = sentences.map(({ text }) => text)
    for (const { type, text } of await valuesFromModel(others, lines, occurs, languageModel, signal))
      values.push({ type, text, isCaseSensitive: false, mustOccur: true })
  }
  return values
}
