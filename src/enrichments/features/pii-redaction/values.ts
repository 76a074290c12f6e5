/** Collects the values to redact in a transcript, from entity recognition and from a language model. */
import {
  isFoundWith,
  isName,
  typesForModel,
  typesInDialogue,
} from '../../../contract/features/pii-redaction.ts'
import { languageName } from '../../../contract/languages.ts'
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import type { EnrichmentContext } from '../../enrichment.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { isListedWord, isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import { spokenEntities } from '../../entities/entities.ts'
import { isIn } from '../../entities/english-words.ts'
import { textBefore } from '../../entities/entity-span.ts'
import { NameParts, type SpokenName } from '../../entities/name-parts.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import { wordParts } from '../../../text/word-parts.ts'
import { isFirstName } from './proper-words.ts'
import { withAsciiDigits } from './searchable-text.ts'
import { valuesFromModel } from './model-values.ts'

/** Text to redact wherever it occurs. */
export interface Value {
  readonly type: string
  readonly text: string
  readonly isCaseSensitive: boolean
  /** Whether it was found in the transcript, and so must be redacted at least once. */
  readonly mustOccur: boolean
}

/**
 * The values of the given types that rules and pulled models find, without duplicates, and the parts of names. The rules
 * are used even if there are models, because one may find what the other misses.
 */
export async function detectedValues(
  utterances: readonly Utterance[],
  names: readonly SpokenName[],
  types: ReadonlySet<string>,
  { textModels, signal }: EnrichmentContext,
): Promise<Value[]> {
  const found: Found[] = await spokenEntities({ utterances: utterances.map(withPlainDigits) }, signal)
  const others = new Set(
    found.filter(({ type }) => type !== 'NAME' && type !== 'DATE').map(({ text }) => text.toLowerCase()),
  )
  for (const name of names) if (!others.has(name.text.toLowerCase())) found.push({ ...name, type: 'NAME' })
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
      values.set(`${type} ${part}`, {
        type,
        text: part,
        isCaseSensitive: isOrdinaryWord(part, 'en'),
        mustOccur: false,
      })
  }
  return [...values.values()]
}

/** A value in its sentence. */
interface Found extends SpokenName {
  readonly type: string
}

/**
 * Which part of a found value is redacted, and as which type. `NAME` requests every name; a part of names also covers
 * names whose part is unknown.
 */
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

/** The parts of an e-mail address that are not words, and its first names, which may also be words if written "Penny". */
export function labelsOf(address: string): string[] {
  const labels = address.split(/[.@_]| (?:at|dot|underscore|hyphen|dash) /i)
  return labels
    .map((label) => label.replaceAll(' ', ''))
    .flatMap((label) => {
      if (isFirstName(label.toLowerCase())) return [label[0]!.toUpperCase() + label.slice(1).toLowerCase()]
      return label.length > 4 && !isListedWord(label, 'en') ? [label] : []
    })
}

/** The parts of a name, which may be said alone. */
function partsOf(name: string): string[] {
  const parts = name.split(/[\s-]+/u).map((part) => wordParts(part).core)
  return parts.filter(
    (part) =>
      part !== name &&
      /^\p{Lu}[\p{L}’']/u.test(part) &&
      !isIn('nonNames', part.toLowerCase()) &&
      !isIn('functionWords', part.toLowerCase()) &&
      !isIn('titles', part.toLowerCase()),
  )
}

/**
 * The values that only a language model finds, by the language of the utterances.
 * @param occurs whether a text occurs in the transcript
 * @throws NotAvailableError if a language model is needed but none is configured
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
    const isNotPulled = (type: PiiEntityType) => !isFoundWith(type, byPulled)
    const missing = typesForModel(types, language).filter(isNotPulled)
    const more = languageModel === null ? [] : typesInDialogue(types).filter(isNotPulled)
    const others = [...new Set([...missing, ...more])]
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
