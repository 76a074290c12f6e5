/** What a list shows of a transcript. An addition of Scriptorium. */
import { z } from 'zod'
import { languageCode } from './languages.ts'

/** UTF-16 units of the first words. */
export const MAX_PREVIEW = 160

export const jobPreview = z
  .strictObject({
    text: z.string().max(MAX_PREVIEW).describe('The first words; they end with `…` where there are more.'),
    speakers: z.int().min(0).describe('The number of speakers; 0 without diarization.'),
    languages: z.array(languageCode).describe('The languages that were recognised, the most spoken first.'),
  })
  .meta({
    id: 'JobPreview',
    description: 'What tells a transcript from others: of the newest revision, but for the languages.',
  })
export type JobPreview = z.infer<typeof jobPreview>
