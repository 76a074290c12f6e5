/** The module of a result: the envelope around the results of a feature. */
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

const failure = {
  success: z.literal(false).describe('Whether the feature succeeded.'),
  is_empty: z.literal(true).describe('Whether there are no results.'),
  exec_time: execTime,
  error: moduleError.describe('Why it failed.'),
}

export const failedModule = z
  .strictObject({ ...failure, results: z.null().describe('Always null.') })
  .meta({ id: 'FailedModule', description: 'A feature that failed. The job still completes.' })
export type FailedModule = z.infer<typeof failedModule>

/**
 * The schema of a feature's module: its results, or why it failed.
 * @param id name of the schema in the OpenAPI document
 * @param fields `results` and any further fields
 * @param failedFields the same for a failed module, unless only `results` is null; the feature declares their values as `failed`
 */
export function moduleResult<
  Fields extends { results: z.ZodType },
  FailedFields extends z.ZodRawShape = { results: z.ZodNull },
>(id: string, description: string, fields: Fields, failedFields?: FailedFields) {
  const succeeded = z.strictObject({
    success: z.literal(true).describe('Whether the feature succeeded.'),
    is_empty: z.boolean().describe('Whether there are no results.'),
    exec_time: execTime,
    error: z.null().describe('Always null.'),
    ...fields,
  })
  // Both alternatives have the type that their fields imply.
  const failed = (
    failedFields === undefined ? failedModule : z.strictObject({ ...failure, ...failedFields })
  ) as z.ZodObject<typeof failure & FailedFields, z.core.$strict>
  return z.discriminatedUnion('success', [succeeded, failed]).meta({ id, description })
}
