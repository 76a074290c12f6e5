/** Details that users add to a job. An addition of Scriptorium. */
import { z } from 'zod'
import { label } from './label.ts'
import { MAX } from './limits.ts'
import { who } from './who.ts'

/** The number of a speaker, as the key of an object. */
const speaker = z
  .string()
  .max(2)
  .regex(/^(?:0|[1-9]\d?)$/, `must be the number of a speaker, 0 to ${MAX.speakers - 1}`)

export const jobDetails = z
  .strictObject({
    title: z.string().nullable().describe('The title; null until it is set.'),
    tags: z.array(z.string()).describe('The tags, in the order in which they were given.'),
    speaker_names: z
      .record(speaker, z.string())
      .describe('The names of speakers, by the `speaker` of their utterances.'),
    revision: z
      .int()
      .min(0)
      .describe('Number of the newest revision of the transcript; 0 is the result of the recognition.'),
    changed_by: who
      .nullable()
      .describe('Who last changed the title, tags or names; null before the first change.'),
  })
  .meta({ id: 'JobDetails', description: 'Details that users have added to a job.' })
export type JobDetails = z.infer<typeof jobDetails>

/** A JSON merge patch (RFC 7396) of the details. */
export const jobDetailsPatch = z
  .object({
    title: label(MAX.title).nullable().optional().describe('The title; null removes it.'),
    tags: z
      .array(label(MAX.tag))
      .max(MAX.tags)
      .overwrite((given) => [...new Set(given)])
      .nullable()
      .optional()
      .describe('The tags, which replace the existing ones; null removes all of them.'),
    speaker_names: z
      .record(speaker, label(MAX.speakerName).nullable())
      .nullable()
      .optional()
      .describe('Names of speakers, merged into the existing ones; null removes one name, or all of them.'),
  })
  .meta({
    id: 'JobDetailsPatch',
    description: 'Changes to the details of a job. Absent fields stay as they are.',
    examples: [{ title: 'Weekly meeting', tags: ['team'], speaker_names: { 0: 'Anna' } }],
  })
export type JobDetailsPatch = z.infer<typeof jobDetailsPatch>
