import { z } from 'zod'
import { count, optional } from './variable.ts'

/** How long the jobs of accounts are kept that have not set it themselves. */
export const retention = z
  .object({
    RETENTION_AUDIO_DAYS: optional(count(0, 36_500), {
      default: 'for ever',
      description:
        'Days that the audio of a job is kept after its end. Accounts and jobs may set another one, see [Deletion](docs/retention.md).',
    }),
    RETENTION_TRANSCRIPT_DAYS: optional(count(0, 36_500), {
      default: 'for ever',
      description: 'Days that the whole job is kept.',
    }),
  })
  .transform((env) => ({
    audioDays: env.RETENTION_AUDIO_DAYS,
    transcriptDays: env.RETENTION_TRANSCRIPT_DAYS,
  }))
