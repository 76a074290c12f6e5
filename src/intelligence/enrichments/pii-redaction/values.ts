/** The values to redact in a transcript, found by entity recognition and by a language model. */
import { typesForModel } from '../../../contract/features/pii-redaction.ts'
import { languageName } from '../../../contract/languages.ts'
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import type { EnrichmentContext } from '../../enrichment.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import { entitiesOf } from '../../entities/entities.ts'
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
  const entities = await entitiesOf({ utterances: utterances.map(withPlainDigits) }, signal)
  const found: { type: string; text: string }[] = entities.map(({ entity_type: type, text }) => ({
    type,
    text,
  }))
  const sentences = sentencesOf(utterances)
  for (const task of ['personal-data', 'entities'] as const)
    for (const [index, spans] of (await textModels.spans(task, sentences, signal)).entries())
      for (const { type, from, to } of spans ?? [])
        found.push({ type, text: sentences[index]!.text.slice(from, to) })
  const values = new Map<string, Value>()
  for (const { type, text } of found) {
    if (!types.has(type)) continue
    const isName = type === 'NAME'
    const isCaseSensitive = !isName || isOrdinaryWord(text, 'en')
    values.set(`${type} ${text}`, { type, text, isCaseSensitive, mustOccur: true })
    for (const part of isName ? partsOf(text) : [])
      values.set(`${type} ${part}`, { type, text: part, isCaseSensitive: false, mustOccur: false })
  }
  return [...values.values()]
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
    const byPulled = new Set<string>([
      ...(await textModels.typesIn('personal-data', [language])),
      ...(await textModels.typesIn('entities', [language])),
    ])
    const others = typesForModel(types, language).filter((type) => !byPulled.has(type))
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
