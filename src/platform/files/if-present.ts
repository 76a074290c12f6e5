import { readFileSync } from 'node:fs'

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** For the rejection of an operation on a file. @throws the error, unless there is no such file */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** The text of a small file; null when there is no such file. */
export function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return nullIfMissing(error)
  }
}
