import { readFileSync } from 'node:fs'

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** A `catch` handler for file operations. @throws the error, unless it says that the file does not exist */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** The text of a small file; null if there is no such file. */
export function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return nullIfMissing(error)
  }
}
