/** The values by which the jobs of an account can be filtered. An addition of Scriptorium. */
import { z } from 'zod'
import { languageCode } from './languages.ts'

/** Maximum number of tags that are listed. */
export const MAX_FACETS = 500

const jobs = z.int().min(1).describe('Number of jobs.')

export const jobFacets = z
  .strictObject({
    tags: z
      .array(z.strictObject({ tag: z.string().describe('The tag.'), jobs }))
      .max(MAX_FACETS)
      .describe('The tags of the jobs, most frequent first.'),
    languages: z
      .array(z.strictObject({ language: languageCode, jobs }))
      .describe('The recognised languages, most frequent first.'),
  })
  .meta({
    id: 'JobFacets',
    description: `The values of the filters \`tag\` and \`language\`. Of tags, the ${MAX_FACETS} most frequent.`,
  })
export type JobFacets = z.infer<typeof jobFacets>
