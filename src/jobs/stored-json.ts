import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** JSON that is sent as it is stored: a long one is read as it is asked for. */
export type StoredJson = Buffer | Readable

export async function parsedJson(json: StoredJson): Promise<unknown> {
  return JSON.parse(Buffer.isBuffer(json) ? json.toString() : await text(json))
}
