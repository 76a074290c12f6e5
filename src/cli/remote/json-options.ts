import { readFileSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import { systemSentence } from '../system-sentence.ts'

/** The object in the value of an option. @throws {UsageError} when it is none */
export function jsonOption(option: string, text: string): Record<string, unknown> {
  let value: unknown = null
  try {
    value = JSON.parse(text)
  } catch {
    // The same complaint as about other values.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new UsageError(`${option}: must be a JSON object`)
}

/** The object in the file that an option names. @throws {UsageError} when there is none */
export function jsonFile(option: string, file: string): Record<string, unknown> {
  try {
    return jsonOption(option, readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${option}: ${file}: ${systemSentence(error)}`)
  }
}
