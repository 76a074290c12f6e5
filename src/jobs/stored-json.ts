import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'

/** JSON that is sent as stored. A long one is a stream that is read on demand. */
export type StoredJson = Buffer | Readable

export async function parsedJson(json: StoredJson): Promise<unknown> {
  return JSON.parse(Buffer.isBuffer(json) ? json.toString() : await text(json))
}

/**
 * Parses the stored `request_params` of a job.
 * @returns null if they do not match the schema: another version of the service stored them, or someone edited them
 */
export function storedParams<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> | null {
  const { success, data } = schema.safeParse(JSON.parse(json))
  return success ? data : null
}
