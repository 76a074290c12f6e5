import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'

/** JSON that is sent as it is stored: a long one is read as it is asked for. */
export type StoredJson = Buffer | Readable

export async function parsedJson(json: StoredJson): Promise<unknown> {
  return JSON.parse(Buffer.isBuffer(json) ? json.toString() : await text(json))
}

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
