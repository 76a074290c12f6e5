/** The audit log: who changed what. An addition of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { parseInstant } from './instant.ts'
import { who } from './who.ts'

const auditDetails = z
  .record(z.string(), z.union([z.string(), z.int(), z.array(z.string())]))
  .describe(
    'What was changed, for example: its `id`, as in the path of the request; the id of what was also `created`; several `ids`; a number ' +
      'of `jobs`; the `name` of a key, a person or an account at that time; the `way` of a refused sign-in.',
  )
export type AuditDetails = Readonly<z.infer<typeof auditDetails>>

const auditEntry = z
  .strictObject({
    id: z.uuid().describe('Id of the entry.'),
    at: timestamp.describe('When it happened.'),
    account: z
      .string()
      .nullable()
      .describe(
        'The name of the account; null if it concerns no account or several, which only operators can see.',
      ),
    operation: z
      .string()
      .describe(
        'The `operationId` of the operation. What the service does without a request has a name of its own, such as `expireJobs`.',
      ),
    by: who
      .nullable()
      .describe('Who did it; null if the service did it by itself, and for a refused sign-in.'),
    key: z.string().nullable().describe('Id of the key that was used; null if there was none.'),
    details: auditDetails,
    address: z.string().nullable().describe('The address of the client; null without a request.'),
    request_id: z.string().nullable().describe('The id of the request in the log; null without a request.'),
  })
  .meta({ id: 'AuditEntry', description: 'A change or a sign-in.' })
export type AuditEntry = z.infer<typeof auditEntry>

export const auditPage = z
  .strictObject({
    next: z.url().nullable().describe('The next page; null on the last page.'),
    items: z.array(auditEntry).describe('The entries, newest first.'),
  })
  .meta({ id: 'AuditPage', description: 'A page of the audit log.' })
export type AuditPage = z.infer<typeof auditPage>

/** Where a page ended: the time and the id of its last entry. */
export interface AuditCursor {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly id: string
}

const CURSOR = /^([0-9a-z]{1,10})-([0-9a-f-]{36})$/

export const formatAuditCursor = ({ at, id }: AuditCursor): string => `${at.toString(36)}-${id}`

const auditCursor = z
  .string()
  .regex(CURSOR, 'must be copied from the next of a page')
  .transform((text): AuditCursor => {
    const [, at = '', id = ''] = CURSOR.exec(text) ?? []
    return { at: Number.parseInt(at, 36), id }
  })

/** Maximum number of operations to filter by. */
const MAX_OPERATIONS = 100

const operation = z.string().regex(/^[a-zA-Z]{1,50}$/, 'must be the name of an operation')

const instant = z
  .string()
  .refine((text) => parseInstant(text) !== null, 'must be a date such as 2025-06-01, or a date and time')

export const auditQuery = z.object({
  account: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'For operators: the name of another account, or `*` for all entries, including those of no account.',
    ),
  operation: z
    .union([operation.transform((name) => [name]), z.array(operation).max(MAX_OPERATIONS)])
    .optional()
    .describe('Only these operations. May be repeated.'),
  by: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be the id of a user or a key, or operator')
    .optional()
    .describe('Only what the user or key with this id did; `operator` for the command line.'),
  after_date: instant
    .optional()
    .describe(
      'Only entries at or after this time: a date, or a date and time, in UTC unless it has an offset.',
    ),
  before_date: instant.optional().describe('Only entries before this time.'),
  cursor: auditCursor.optional().describe('Where the previous page ended; taken from its `next`.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe('Maximum number of entries on a page.')
    .default(100),
})
