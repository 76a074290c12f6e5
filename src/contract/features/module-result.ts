/** The envelope around the results of every feature. */
import { z } from 'zod'
import { seconds } from '../common.ts'

export const moduleError = z
  .strictObject({
    status_code: z.int().describe('The kind of failure, as an HTTP status.'),
    exception: z.string().describe('The name of the failure.'),
    message: z.string().describe('What went wrong, in one sentence.'),
  })
  .meta({ id: 'ModuleError', description: 'Why a feature failed.' })
export type ModuleError = z.infer<typeof moduleError>

const execTime = seconds.describe('How long it took, in seconds.')

export const failedModule = z
  .strictObject({
    success: z.literal(false).describe('Whether the feature succeeded.'),
    is_empty: z.literal(true).describe('Whether there are no results.'),
    exec_time: execTime,
    error: moduleError.describe('Why it failed.'),
    results: z.null().describe('Always null.'),
  })
  .meta({ id: 'FailedModule', description: 'A feature that failed. The job completes without it.' })
export type FailedModule = z.infer<typeof failedModule>

/**
 * The schema of one feature's part of the result: either its results, or why it failed.
 * @param id its name in the OpenAPI document
 * @param fields `results`, and any fields beside it
 */
export function moduleResult<Fields extends { results: z.ZodType }>(
  id: string,
  description: string,
  fields: Fields,
) {
  const succeeded = z.strictObject({
    success: z.literal(true).describe('Whether the feature succeeded.'),
    is_empty: z.boolean().describe('Whether there are no results.'),
    exec_time: execTime,
    error: z.null().describe('Always null.'),
    ...fields,
  })
  return z.discriminatedUnion('success', [succeeded, failedModule]).meta({ id, description })
}
