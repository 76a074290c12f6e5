/**
 * Removes personal information from the utterances before any other enrichment reads them. What it does not find stays;
 * but if it cannot search for a requested type, it fails, and the job with it.
 *
 * In `entities/testing/marked-text.txt`, it removes 98.9 % of the characters of names, 97.1 % of those of places, and all
 * e-mail addresses and telephone numbers; in the held-out text, which is short, all of the four (see the test).
 */
import {
  detectedTypes,
  isName,
  piiRedaction,
  requestedTypes,
} from '../../../contract/features/pii-redaction.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { spokenEmails } from '../../entities/addresses.ts'
import type { TextRange } from '../../entities/entity-span.ts'
import { inTurns } from '../../in-turns.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { withWords } from '../../../text/rewritten-words.ts'
import { timedWords } from '../../../text/timed-words.ts'
import { mergeOverlaps, type Redaction, redacted } from './redactions.ts'
import { asLetters, asWords, loosely, type SearchableText, searchableTexts } from './searchable-text.ts'
import { sensitiveNumbers } from './sensitive-numbers.ts'
import { detectedValues, modelValues, type Value } from './values.ts'

export const enrichment = defineEnrichment(piiRedaction, {
  async run(transcription, config, context) {
    // Texts are rebuilt from the words: an original text may contain more than its words.
    const utterances = transcription.utterances.map((one) => withWords(one, timedWords(one)))
    const texts = searchableTexts(utterances)
    const types = requestedTypes(config.entity_types)
    const detected: ReadonlySet<string> = detectedTypes(types)
    const found = texts.map(({ text }): Redaction[] => redactionsByForm(text, detected))
    const occurs = (value: string) => texts.some((text) => loosely(value)(text).length > 0)
    const values = [
      ...(await detectedValues(utterances, new Set([...detected, ...types]), context)),
      ...(await modelValues(utterances, types, occurs, context)),
    ]
    for await (const [, value] of inTurns(values, VALUES_PER_TURN, context.signal))
      for (const [index, ranges] of rangesOf(value, texts).entries())
        for (const { from, to } of ranges) found[index]!.push({ type: value.type, from, to })
    const results = new Map<Utterance, Utterance>()
    for (const [index, { parts }] of texts.entries()) {
      const redactions = mergeOverlaps(found[index]!)
      for (const { utterance, offset } of parts)
        results.set(utterance, redacted(utterance, offset, redactions, config.processed_text_type))
    }
    return { transcription: rewritten(utterances.map((utterance) => results.get(utterance)!)) }
  },
})

/** Values searched between two turns of the event loop: 20,000 words took 2 s in all, no turn over 0.2 s. */
const VALUES_PER_TURN = 50

/** Numbers and addresses, recognised by their form; redacted even when in doubt. */
function redactionsByForm(text: string, types: ReadonlySet<string>): Redaction[] {
  return [...sensitiveNumbers(text), ...spokenEmails(text, true)].filter(({ type }) => types.has(type))
}

/**
 * Where a value occurs in each text: as whole words, or else loosely; and a name where it is spelled out.
 * @throws if it must occur but does not, as it would be left in
 */
function rangesOf(
  { type, text: value, isCaseSensitive, mustOccur }: Value,
  texts: readonly SearchableText[],
): TextRange[][] {
  const spelled = isName(type) ? texts.map(asLetters(value)) : []
  for (const search of [asWords(value, isCaseSensitive), loosely(value)]) {
    const found = texts.map(search)
    if (!mustOccur || found.some((ranges) => ranges.length > 0))
      return found.map((ranges, index) => [...ranges, ...(spelled[index] ?? [])])
  }
  throw new Error('a value found in the transcript does not occur in it')
}
