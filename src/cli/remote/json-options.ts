import { readFileSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import { systemSentence } from '../system-sentence.ts'

/** Parses the value of an option as a JSON object. @throws {UsageError} if it is not one */
export function jsonOption(option: string, text: string): Record<string, unknown> {
  let value: unknown = null
  try {
    value = JSON.parse(text)
  } catch {
    // Reported below, as other values are.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new UsageError(`${option}: must be a JSON object`)
}

/** Parses the file that an option names as a JSON object. @throws {UsageError} if it is not one */
export function jsonFile(option: string, file: string): Record<string, unknown> {
  try {
    return jsonOption(option, readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${option}: ${file}: ${systemSentence(error)}`)
  }
}
