import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { nullIfMissing } from './if-present.ts'

/** The SHA-256 of a file, in hexadecimal digits. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash)
  return hash.digest('hex')
}

/** The SHA-256 of a file, in hexadecimal digits; null if there is no such file. */
export async function digestIfPresent(file: string): Promise<string | null> {
  return fileDigest(file).catch(nullIfMissing)
}
