import { z } from 'zod'
import { count, optional } from './variable.ts'

/** How long the jobs of accounts are kept that have not set it themselves. */
export const retention = z
  .object({
    RETENTION_AUDIO_DAYS: optional(count(0, 36_500), {
      default: 'for ever',
      description:
        'Days that the audio of a job is kept after the job has ended. An account or a job may set its own. See [Deletion](retention.md).',
    }),
    RETENTION_TRANSCRIPT_DAYS: optional(count(0, 36_500), {
      default: 'for ever',
      description: 'Days that the whole job is kept after it has ended.',
    }),
  })
  .transform((env) => ({
    audioDays: env.RETENTION_AUDIO_DAYS,
    transcriptDays: env.RETENTION_TRANSCRIPT_DAYS,
  }))
