/** Names transcripts after their audio. */
import { normalize, parse } from 'node:path'
import { UsageError } from '../errors.ts'

const PLACEHOLDER = /\{([^{}]*)\}/g
const KNOWN = ['folder', 'stem', 'date'] as const

/** @throws {UsageError} unless the template yields distinct names inside the output folder */
export function checkTemplate(template: string): void {
  for (const [whole, name = ''] of template.matchAll(PLACEHOLDER))
    if (!KNOWN.some((known) => known === name))
      throw new UsageError(
        `--name: ${whole} is unknown: use ${KNOWN.map((known) => `{${known}}`).join(', ')}`,
      )
  if (!template.includes('{stem}')) throw new UsageError('--name: must contain {stem}')
  if (/(^|[/\\])\.|\p{Cc}/u.test(template))
    throw new UsageError('--name: must not have parts that begin with a dot, nor control characters')
}

/**
 * The path of a transcript in the output folder, without an extension.
 * @param path of the audio, relative to the watched folder
 * @param changed when the audio was last modified
 */
export function nameFor(template: string, path: string, changed: Date): string {
  const { dir: folder, name: stem } = parse(path)
  const values: Readonly<Record<string, string>> = { folder, stem, date: changed.toISOString().slice(0, 10) }
  const filled = template.replaceAll(PLACEHOLDER, (_whole, name: string) => values[name] ?? '')
  return normalize(filled).replace(/^[/\\]+/, '')
}

/** The name, or the first of `name-2`, `name-3` and so on that is free. */
export function freeName(name: string, isFree: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name}-${count}`
    if (isFree(numbered)) return numbered
  }
}
