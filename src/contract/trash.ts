/** The trash, which keeps deleted jobs for some days. An addition of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { liveJob, preRecordedJob } from './job.ts'

const trashFields = {
  deleted_at: timestamp.describe('When it was moved to the trash.'),
  expires_at: timestamp.describe(
    'When it is permanently deleted: at the end of its days in the trash or of its retention, whichever is sooner. It is ' +
      'deleted earlier if space is needed.',
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
    days: z.int().min(0).describe('How many days the trash keeps jobs; 0 if there is no trash.'),
    next: z.url().nullable().describe('The next page; null on the last page.'),
    items: z.array(trashedJob).describe('The jobs in the trash, last deleted first.'),
  })
  .meta({ id: 'TrashPage', description: 'A page of the trash.' })
export type TrashPage = z.infer<typeof trashPage>

/** Where a page ended: when its last job was deleted, in milliseconds since 1970, and its ordinal. */
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
  cursor: trashCursor.optional().describe('Where the previous page ended; taken from its `next`.'),
  limit: z.coerce.number().int().min(1).max(100).describe('Maximum number of jobs on a page.').default(20),
})

/** A parameter of deletions. */
export const trashParameter = z
  .enum(['true', 'false'])
  .describe(
    'Whether to move jobs to the trash, which keeps them for some days, instead of deleting them permanently. Refused if ' +
      'there is no trash.',
  )
