/**
 * Removes personal information from the utterances before any other enrichment reads them. What it does not find stays;
 * but if it cannot search for a requested type, it fails, and the job with it.
 *
 * In `entities/testing/marked-text.txt`, it removes 98.9 % of the characters of names, 97.1 % of those of places, and all
 * e-mail addresses and telephone numbers; in the held-out text, which is short, all of the four (see the test).
 */
import { detectedTypes, piiRedaction, requestedTypes } from '../../../contract/features/pii-redaction.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { spokenEmails } from '../../text/entities/addresses.ts'
import type { EntityType, TextRange } from '../../text/entities/entity-span.ts'
import { inTurns } from '../../text/in-turns.ts'
import { rewritten } from '../../text/rewritten.ts'
import { withWords } from '../../text/rewritten-words.ts'
import { timedWords } from '../../text/timed-words.ts'
import { mergeOverlaps, type Redaction, redactWords } from './redactions.ts'
import { type SearchableText, searchableTexts } from './searchable-text.ts'
import { type NumberType, sensitiveNumbers } from './sensitive-numbers.ts'
import { spelledNames } from './spelled-names.ts'
import { entityValues, modelValues, pulledModelValues, type Value } from './values.ts'

export const enrichment = defineEnrichment(piiRedaction, {
  async run(transcription, config, context) {
    const utterances = transcription.utterances.map((one) => ({ ...one, words: timedWords(one) }))
    const texts = searchableTexts(utterances)
    const types = requestedTypes(config.entity_types)
    const detected: ReadonlySet<EntityType | NumberType> = detectedTypes(types)
    const redactions = new Map<SearchableText, Redaction[]>(
      texts.map((text) => [text, redactionsByForm(text, detected)]),
    )
    const occurs = (value: string) =>
      texts.some((text) => text.find(value, false).length > 0 || text.findLoosely(value).length > 0)
    const values = [
      ...(await entityValues(utterances, detected, context.signal)),
      ...(await pulledModelValues(
        utterances,
        new Set([...detected, ...types]),
        context.textModels,
        context.signal,
      )),
      ...(await modelValues(utterances, types, occurs, context)),
    ]
    for await (const [, value] of inTurns(values, VALUES_PER_TURN, context.signal))
      for (const [text, ranges] of rangesOf(value, texts))
        for (const range of ranges) redactions.get(text)?.push({ type: value.type, ...range })
    const names = values.filter(({ type }) => type === 'NAME').map(({ text }) => text)
    for (const [{ text }, found] of redactions) for (const name of spelledNames(text, names)) found.push(name)
    const redacted = new Map<number, Utterance['words']>()
    for (const [{ words }, found] of redactions)
      for (const [index, own] of redactWords(words, mergeOverlaps(found), config.processed_text_type))
        redacted.set(index, own)
    // Texts are always rebuilt from the words: an original text may contain more than its words.
    return {
      transcription: rewritten(
        utterances.map((utterance, index) => withWords(utterance, redacted.get(index) ?? [])),
      ),
    }
  },
})

/** Values searched between two turns of the event loop: 20,000 words took 2 s in all, no turn over 0.2 s. */
const VALUES_PER_TURN = 50

/** Numbers and addresses, recognised by their form; redacted even when in doubt. */
function redactionsByForm({ text }: SearchableText, types: ReadonlySet<string>): Redaction[] {
  return [...sensitiveNumbers(text), ...spokenEmails(text, true)].filter(({ type }) => types.has(type))
}

/**
 * Where a value occurs: as whole words, or else loosely.
 * @throws if it must occur but does not, as it would be left in
 */
function rangesOf(
  { text: value, isCaseSensitive, mustOccur }: Value,
  texts: readonly SearchableText[],
): (readonly [SearchableText, TextRange[]])[] {
  const isFound = (found: readonly (readonly [SearchableText, TextRange[]])[]) =>
    found.some(([, ranges]) => ranges.length > 0)
  const exact = texts.map((text) => [text, text.find(value, isCaseSensitive)] as const)
  if (!mustOccur || isFound(exact)) return exact
  const loose = texts.map((text) => [text, text.findLoosely(value)] as const)
  if (isFound(loose)) return loose
  throw new Error('a value found in the transcript does not occur in it')
}
