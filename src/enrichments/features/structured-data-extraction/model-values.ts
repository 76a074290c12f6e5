/** Data found by a language model. */
import { z } from 'zod'
import { toChunks } from '../../../text/text-chunks.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'

/**
 * The values of each class in a transcript, by class.
 * @param classes names given by the caller
 * @param sentences of the transcript, in order
 * @throws EnrichmentError when the model fails
 * @throws the reason of `signal`, once that is aborted
 */
export async function valuesFromModel(
  classes: readonly string[],
  sentences: readonly string[],
  languageModel: LanguageModel,
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const answer = z.strictObject({
    classes: z.array(z.strictObject({ class: z.enum(classes), values: z.array(z.string()) })),
  })
  const values = new Map<string, string[]>(classes.map((name) => [name, []]))
  for (const text of toChunks(sentences, languageModel.maxCharacters)) {
    const found = await languageModel.ask(
      {
        name: 'structured_data',
        instructions:
          'The text is a part of a transcript. List what it says of each of these classes of data, in its own words ' +
          `and as short as possible, and nothing that it does not say: ${JSON.stringify(classes)}. ` +
          'A class of which it says nothing has no values.',
        text,
        answer,
      },
      signal,
    )
    for (const { class: name, values: more } of found.classes) values.get(name)?.push(...more)
  }
  return values
}
