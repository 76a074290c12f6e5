/** The file `.env` of a checkout, which bin/scriptorium.cjs reads before a command. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseEnv } from 'node:util'
import { misspelledVariables } from '../service/config.ts'
import { systemSentence } from './system-sentence.ts'

/**
 * Adds the variables of a file to the environment. Variables that are already set keep their values.
 * @returns a line for each fault in the file; if there is one, nothing is added
 */
export function readEnvFile(path: string): string[] {
  const faults = (lines: string[]) => lines.map((line) => `${basename(path)}: ${line}`)
  let variables: NodeJS.Dict<string>
  try {
    variables = parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    return faults([systemSentence(error) ?? String(error)])
  }
  const misspelled = misspelledVariables(Object.keys(variables), true)
  if (misspelled.length > 0)
    return faults(misspelled.map(([name, known]) => `unknown variable ${name}: did you mean ${known}?`))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
  return []
}
