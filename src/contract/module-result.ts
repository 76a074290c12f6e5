/** The frame that every enrichment puts around its results. */
import { z } from 'zod'
import { seconds } from './common.ts'

export const moduleError = z
  .strictObject({
    status_code: z.int().describe('The kind of failure, like an HTTP status.'),
    exception: z.string().describe('The name of the failure.'),
    message: z.string().describe('What went wrong, in one sentence.'),
  })
  .meta({ id: 'ModuleError', description: 'Why an enrichment failed.' })
export type ModuleError = z.infer<typeof moduleError>

const execTime = seconds.describe('How long it took, in seconds.')

export const failedModule = z
  .strictObject({
    success: z.literal(false).describe('Whether the enrichment worked.'),
    is_empty: z.literal(true).describe('Whether it found nothing.'),
    exec_time: execTime,
    error: moduleError.describe('Why it failed.'),
    results: z.null().describe('There are none.'),
  })
  .meta({ id: 'FailedModule', description: 'An enrichment that failed. The job goes on without it.' })
export type FailedModule = z.infer<typeof failedModule>

/**
 * The schema of one enrichment: what it found, or why it failed.
 * @param id its name in the OpenAPI page
 * @param found `results`, and what stands beside it
 */
export function moduleResult<Found extends { results: z.ZodType }>(
  id: string,
  description: string,
  found: Found,
) {
  const worked = z.strictObject({
    success: z.literal(true).describe('Whether the enrichment worked.'),
    is_empty: z.boolean().describe('Whether it found nothing.'),
    exec_time: execTime,
    error: z.null().describe('There is none.'),
    ...found,
  })
  return z.discriminatedUnion('success', [worked, failedModule]).meta({ id, description })
}
