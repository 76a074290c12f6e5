/** What the owner of a job notes about it. An addition of Scriptorium. */
import { z } from 'zod'
import { label } from './label.ts'
import { MAX } from './limits.ts'
import { who } from './who.ts'

/** A speaker of the transcript, as the key of an object. */
const speaker = z
  .string()
  .max(2)
  .regex(/^(?:0|[1-9]\d?)$/, `must be the number of a speaker, 0 to ${MAX.speakers - 1}`)

export const jobDetails = z
  .strictObject({
    title: z.string().nullable().describe('The title; null until it is set.'),
    tags: z.array(z.string()).describe('The tags, in the order given.'),
    speaker_names: z
      .record(speaker, z.string())
      .describe('The names of speakers, by the `speaker` of their utterances.'),
    revision: z
      .int()
      .min(0)
      .describe('Number of the newest revision of the transcript; 0 is the transcript as recognised.'),
    changed_by: who
      .nullable()
      .describe('Who last changed title, tags or names; null before the first change.'),
  })
  .meta({ id: 'JobDetails', description: 'What the owner of a job has added to it.' })
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
      .describe('The tags, which replace the existing ones; null removes them.'),
    speaker_names: z
      .record(speaker, label(MAX.speakerName).nullable())
      .nullable()
      .optional()
      .describe('Names of speakers, added to the existing ones; null removes one, or all.'),
  })
  .meta({
    id: 'JobDetailsPatch',
    description: 'Changes of the details. What is absent stays as it is.',
    examples: [{ title: 'Weekly meeting', tags: ['team'], speaker_names: { 0: 'Anna' } }],
  })
export type JobDetailsPatch = z.infer<typeof jobDetailsPatch>
