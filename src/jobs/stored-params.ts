import type { z } from 'zod'

/**
 * The `request_params` of a job, as the store has them.
 * @returns null if the schema does not accept them: another version of the service stored them, or someone edited them
 */
export function storedParams<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> | null {
  const { success, data } = schema.safeParse(JSON.parse(json))
  return success ? data : null
}
