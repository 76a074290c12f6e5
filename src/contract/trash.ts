/** Jobs that were deleted and are kept for some days. An addition of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { liveJob, preRecordedJob } from './job.ts'

const trashFields = {
  deleted_at: timestamp.describe('When it was moved to the trash.'),
  expires_at: timestamp.describe(
    'When it is deleted for good: when its days in the trash are over, or when its retention ends, if that is sooner. ' +
      'It is deleted earlier where space is needed.',
  ),
}

const trashedPreRecordedJob = preRecordedJob
  .omit({ result: true })
  .extend(trashFields)
  .meta({ id: 'TrashedPreRecordedJob', description: 'A pre-recorded job in the trash, without its result.' })
const trashedLiveJob = liveJob
  .omit({ result: true })
  .extend(trashFields)
  .meta({ id: 'TrashedLiveJob', description: 'A live job in the trash, without its result.' })

const trashedJob = z
  .discriminatedUnion('kind', [trashedPreRecordedJob, trashedLiveJob])
  .meta({ id: 'TrashedJob', description: 'A job of either kind in the trash, without its result.' })

export const trashPage = z
  .strictObject({
    days: z.int().min(0).describe('How many days the trash keeps jobs; 0 where there is none.'),
    next: z.url().nullable().describe('The next page; null on the last page.'),
    items: z.array(trashedJob).describe('The jobs in the trash, those deleted last first.'),
  })
  .meta({ id: 'TrashPage', description: 'A page of the trash.' })
export type TrashPage = z.infer<typeof trashPage>

/** Where a page of the trash ended: when its last job was deleted, and the ordinal of the job. Both numbers in base 36. */
export interface TrashCursor {
  readonly deletedAt: number
  readonly ordinal: number
}

const CURSOR = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})$/

export function formatTrashCursor({ deletedAt, ordinal }: TrashCursor): string {
  return `${deletedAt.toString(36)}-${ordinal.toString(36)}`
}

const trashCursor = z
  .string()
  .regex(CURSOR, 'must be copied from the next of a page')
  .transform((text): TrashCursor => {
    const [deletedAt = 0, ordinal = 0] = text.split('-').map((number) => Number.parseInt(number, 36))
    return { deletedAt, ordinal }
  })

export const trashQuery = z.object({
  cursor: trashCursor.optional().describe('Where the page before ended, as in its `next`.'),
  limit: z.coerce.number().int().min(1).max(100).describe('Maximum number of jobs on a page.').default(20),
})

/** A parameter of deletions. */
export const trashParameter = z
  .enum(['true', 'false'])
  .describe(
    'Whether to move what is deleted to the trash, where it is kept for some days; by default, it is deleted for good. ' +
      'Refused where there is no trash.',
  )
