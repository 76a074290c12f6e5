/** Personal information found by a language model. */
import { z } from 'zod'
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import { toChunks } from '../../../text/text-chunks.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import descriptions from './type-descriptions.json' with { type: 'json' }

/** A value in the words of the transcript. */
export interface PiiValue {
  readonly type: PiiEntityType
  readonly text: string
}

/** Explains types in the prompt whose names are not self-explanatory. Types from laws are interpreted broadly. */
const DESCRIPTIONS: Partial<Record<PiiEntityType, string>> = descriptions

/**
 * The values of some types in a transcript.
 * @param sentences of the transcript, in order
 * @param occurs whether a value occurs in the transcript. If one does not, the model may have changed its spelling, and
 *   is asked once more to copy literally
 * @throws EnrichmentError if the model fails, or still lists values that do not occur
 * @throws the reason of `signal` once it is aborted
 */
export async function valuesFromModel(
  types: readonly PiiEntityType[],
  sentences: readonly string[],
  occurs: (value: string) => boolean,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<PiiValue[]> {
  const answer = z.object({ values: z.array(z.object({ type: z.enum(types), text: z.string() })) })
  const instructions = instructionsFor(types)
  const found: PiiValue[] = []
  for (const text of toChunks(sentences, model.maxCharacters)) {
    const list = async (reminder: string) => {
      const { values } = await model.ask(
        { name: 'personal_information', instructions: instructions + reminder, text, answer },
        signal,
      )
      return values.filter((value) => /[\p{L}\p{N}]/u.test(value.text))
    }
    const isVerbatim = (values: readonly PiiValue[]) => values.every((value) => occurs(value.text))
    let listed = await list('')
    if (!isVerbatim(listed)) listed = await list(REMINDER)
    if (!isVerbatim(listed)) throw notVerbatim()
    found.push(...listed)
  }
  return found
}

const REMINDER =
  '\nCopy each text exactly as it is written, letter by letter, and list nothing that is not in the text.'

function instructionsFor(types: readonly PiiEntityType[]): string {
  const kinds = types.map((type) => {
    const description = DESCRIPTIONS[type]
    return description === undefined ? `- ${type}` : `- ${type}: ${description}`
  })
  return (
    'The text is part of a transcript from which personal information must be removed. List every passage that gives ' +
    'information of one of these types, in the words of the text and as short as possible, with each spelling listed separately; ' +
    `if in doubt, list it. If there are none, the list is empty.\n${kinds.join('\n')}`
  )
}

function notVerbatim(): EnrichmentError {
  return new EnrichmentError(
    502,
    'pii_redaction failed: the language model lists values that are not in the transcript, so they cannot be ' +
      'removed. Try again, or leave out the types that only a language model finds.',
    { remedy: 'Set LLM_MODEL to a more capable model.' },
  )
}
