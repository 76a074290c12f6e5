/** By what the jobs of an account can be found. An addition of Scriptorium. */
import { z } from 'zod'
import { languageCode } from './languages.ts'

/** Tags that are named. */
export const MAX_FACETS = 500

const jobs = z.int().min(1).describe('Number of jobs.')

export const jobFacets = z
  .strictObject({
    tags: z
      .array(z.strictObject({ tag: z.string().describe('The tag.'), jobs }))
      .max(MAX_FACETS)
      .describe('The tags of the jobs, those of most jobs first.'),
    languages: z
      .array(z.strictObject({ language: languageCode, jobs }))
      .describe('The languages that were recognised, those of most jobs first.'),
  })
  .meta({
    id: 'JobFacets',
    description: `The values of the filters \`tag\` and \`language\`; of tags, the ${MAX_FACETS} that most jobs have.`,
  })
export type JobFacets = z.infer<typeof jobFacets>
