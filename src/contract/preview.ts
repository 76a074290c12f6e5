/** The preview of a transcript in lists. An addition of Scriptorium. */
import { z } from 'zod'
import { languageCode } from './languages.ts'

/** Maximum length of the text, in UTF-16 units. */
export const MAX_PREVIEW = 160

export const jobPreview = z
  .strictObject({
    text: z.string().max(MAX_PREVIEW).describe('The first words, followed by `…` if there are more.'),
    speakers: z.int().min(0).describe('The number of speakers; 0 without diarization.'),
    languages: z.array(languageCode).describe('The languages recognised, most spoken first.'),
  })
  .meta({
    id: 'JobPreview',
    description: 'A short preview of a transcript, from its newest revision except for the languages.',
  })
export type JobPreview = z.infer<typeof jobPreview>
