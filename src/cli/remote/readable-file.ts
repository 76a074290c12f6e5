import { access, constants, stat } from 'node:fs/promises'
import { CommandError } from '../errors.ts'
import { systemSentence } from '../system-sentence.ts'

/** @throws {CommandError} with the reason why a file cannot be read, without its name */
export async function checkReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK)
    if ((await stat(path)).isDirectory()) throw new CommandError('this is a folder, not a file')
  } catch (error) {
    const why = systemSentence(error)
    throw why === null ? error : new CommandError(why)
  }
}
