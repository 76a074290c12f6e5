/**
 * Takes personal information out of the utterances, before anything else is made of them. What it does not find stays,
 * but when it cannot look for a type that was asked for, it fails, and the job with it (see `essential.ts`).
 *
 * Of what is marked in `entities/testing/marked-text.txt`, 98.9 % of the characters of names are taken out, 97.1 % of places,
 * and all of e-mail addresses and telephone numbers; in the held-out text, which is short, all of the four (see the test).
 */
import {
  detectedTypes,
  piiRedaction,
  requestedTypes,
  typesForModel,
} from '../../../contract/features/pii-redaction.ts'
import { setImmediate as turn } from 'node:timers/promises'
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { spokenEmails } from '../../text/entities/addresses.ts'
import { entitiesOf } from '../../text/entities/entities.ts'
import type { EntityType } from '../../text/entities/entity-span.ts'
import { defineEnrichment, type EnrichmentContext } from '../../enrichment.ts'
import { NotAvailableError } from '../../enrichment-error.ts'
import { withAsciiDigits } from './ascii-digits.ts'
import { askForValues } from './model-values.ts'
import { joinedRedactions, type Redaction, redactedWords } from './redactions.ts'
import { spelledNames } from './spelled-names.ts'
import { type SpokenText, spokenTexts } from './searchable-text.ts'
import { type NumberType, tellingNumbers } from './sensitive-numbers.ts'
import { isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import { rewritten } from '../../text/rewritten.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import { splitWords } from '../../text/split-words.ts'
import { spreadOverTime } from '../../text/spread-over-time.ts'
import { languageName } from '../../text/language-name.ts'
import { wordParts } from '../../text/word-parts.ts'
import { withWords } from '../../text/rewritten-words.ts'

export const enrichment = defineEnrichment(piiRedaction, {
  async run({ utterances: heard }, config, context) {
    const utterances = heard.map(withTimedWords)
    const texts = spokenTexts(utterances)
    const types = requestedTypes(config.entity_types)
    const detected: ReadonlySet<EntityType | NumberType> = detectedTypes(types)
    const redactions = new Map<SpokenText, Redaction[]>(texts.map((one) => [one, formsIn(one, detected)]))
    const values = [
      ...(await entityValues(utterances, detected, context.signal)),
      ...(await modelValues(utterances, types, texts, context)),
    ]
    for (const [index, value] of values.entries()) {
      if (index % VALUES_AT_ONCE === VALUES_AT_ONCE - 1) await turn(undefined, { signal: context.signal })
      for (const [one, places] of placesOf(value, texts))
        redactions.get(one)?.push(...places.map((place) => ({ type: value.type, ...place })))
    }
    const names = values.filter(({ type }) => type === 'NAME').map(({ text }) => text)
    for (const [one, found] of redactions) found.push(...spelledNames(one.text, names))
    const redacted = new Map<number, Utterance['words']>()
    for (const [{ words }, found] of redactions)
      for (const [index, own] of redactedWords(words, joinedRedactions(found), config.processed_text_type))
        redacted.set(index, own)
    // From the words in any case: what a text had besides them would not be redacted.
    return {
      transcription: rewritten(
        utterances.map((utterance, index) => withWords(utterance, redacted.get(index) ?? [])),
      ),
    }
  },
})

/** Values that are searched before others get a turn: 20,000 words took 2 s in all, no stretch of it over 0.2 s. */
const VALUES_AT_ONCE = 50

/** Something to take out wherever it is said. */
interface Value {
  readonly type: string
  readonly text: string
  /** Whether only with these capitals. */
  readonly isCased: boolean
  /** Whether it was seen in the transcript, so that it must be found there. */
  readonly isSaid: boolean
}

/** With words made from its text, where it came without any. */
function withTimedWords(utterance: Utterance): Utterance {
  const { words, text, language, start, end, confidence } = utterance
  if (words.length > 0) return utterance
  const pieces = spreadOverTime(splitWords(text, language), start, end)
  return { ...utterance, words: pieces.map(({ text: word, ...times }) => ({ word, ...times, confidence })) }
}

/** What is known by its form; in doubt, it is taken for that. */
function formsIn({ text }: SpokenText, types: ReadonlySet<string>): Redaction[] {
  return [...tellingNumbers(text), ...spokenEmails(text, true)].filter(({ type }) => types.has(type))
}

/** What is found without a language model. */
async function entityValues(
  utterances: readonly Utterance[],
  types: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Value[]> {
  const entities = await entitiesOf({ utterances: utterances.map(withPlainFigures) }, signal)
  const values = new Map<string, Value>()
  for (const { entity_type: type, text } of entities) {
    if (!types.has(type)) continue
    const isName = type === 'NAME'
    const own = { type, text, isCased: !isName || isOrdinaryWord(text, 'en'), isSaid: true }
    values.set(`${type} ${text}`, own)
    for (const part of isName ? partsOf(text) : [])
      values.set(`${type} ${part}`, { type, text: part, isCased: false, isSaid: false })
  }
  return [...values.values()]
}

function withPlainFigures(utterance: Utterance): Utterance {
  const words = utterance.words.map((word) => ({ ...word, word: withAsciiDigits(word.word) }))
  return { ...utterance, words, text: withAsciiDigits(utterance.text) }
}

/** Those parts of a name that are names wherever they stand: "Will Okafor" is not about every "will". */
function partsOf(name: string): string[] {
  const parts = name.split(/\s+/u).map((part) => wordParts(part).core)
  return parts.filter((part) => part !== name && /^\p{Lu}\p{L}/u.test(part) && !isOrdinaryWord(part, 'en'))
}

/** What a language model finds of the types that are not found otherwise, in each language that is spoken. */
async function modelValues(
  utterances: readonly Utterance[],
  types: readonly PiiEntityType[],
  texts: readonly SpokenText[],
  { languageModel, signal }: EnrichmentContext,
): Promise<Value[]> {
  const found: Value[] = []
  for (const [language, sentences] of Map.groupBy(sentencesOf(utterances), (sentence) => sentence.language)) {
    const others = typesForModel(types, language)
    if (others.length === 0) continue
    if (languageModel === null)
      throw new NotAvailableError(
        `pii_redaction cannot find ${others.join(', ')} in ${languageName(language)} without a language model, so the ` +
          'transcript is not given out. Set LLM_URL to the address of one, or leave these types out.',
      )
    const isSaid = (text: string) => isAnywhere(text, texts)
    const lines = sentences.map(({ text }) => text)
    for (const { type, text } of await askForValues(others, lines, isSaid, languageModel, signal))
      found.push({ type, text, isCased: false, isSaid: true })
  }
  return found
}

function isAnywhere(text: string, texts: readonly SpokenText[]): boolean {
  return texts.some((one) => one.find(text, false).length > 0 || one.findLoosely(text).length > 0)
}

/**
 * Where a value stands in some texts.
 * @throws when it was said and stands nowhere: it would be left in
 */
function placesOf({ text, isCased, isSaid }: Value, texts: readonly SpokenText[]) {
  const found = texts.map((one) => [one, one.find(text, isCased)] as const)
  if (!isSaid || found.some(([, places]) => places.length > 0)) return found
  const loose = texts.map((one) => [one, one.findLoosely(text)] as const)
  if (loose.some(([, places]) => places.length > 0)) return loose
  throw new Error('a value that was found does not stand in the transcript')
}
