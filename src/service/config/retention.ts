import { z } from 'zod'
import { count, optional, variable } from './variable.ts'

/** How long jobs are kept unless their account sets this itself, how long deleted jobs, and how long the audit log. */
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
    TRASH_DAYS: variable(count(0, 36_500), {
      default: '7',
      description:
        'Days that the [trash](retention.md#the-trash) keeps jobs; 0 for no trash. Retention and lack of space delete them earlier.',
    }),
    AUDIT_DAYS: variable(count(0, 36_500), {
      default: '365',
      description: 'Days that entries of the [audit](operations.md#audit) are kept; 0 for the log alone.',
    }),
  })
  .transform((env) => ({
    audioDays: env.RETENTION_AUDIO_DAYS,
    transcriptDays: env.RETENTION_TRANSCRIPT_DAYS,
    trashDays: env.TRASH_DAYS,
    auditDays: env.AUDIT_DAYS,
  }))
