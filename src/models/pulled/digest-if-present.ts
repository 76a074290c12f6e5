import { fileDigest } from '../../platform/files/file-digest.ts'
import { nullIfMissing } from '../../platform/files/if-present.ts'

/** The SHA-256 of a file, in hexadecimal digits; null when there is no such file. */
export async function digestIfPresent(file: string): Promise<string | null> {
  return fileDigest(file).catch(nullIfMissing)
}
