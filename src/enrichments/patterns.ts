/** Patterns in data files: vocabulary and grammar as regular expressions, apart from the code that applies them. */
import { readFileSync } from 'node:fs'

interface Pattern {
  readonly label: string
  /** Source of a regular expression, for the flags `iu`. */
  readonly source: string
}

/**
 * The patterns of a file, in order. A line `name = source` defines a part, which later lines include as `<name>`; a line
 * `LABEL: source` is a pattern; one that begins with `#` is a comment. Repetitions have a limit, so that the time for a text
 * grows with its length only.
 */
export function readPatterns(file: URL): Pattern[] {
  const parts = new Map<string, string>()
  const patterns: Pattern[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, name, isPattern, template] = /^(?!#)([^=:]+?)(?: =|(:)) (.+)$/.exec(line) ?? []
    if (name === undefined || template === undefined) continue
    const source = template.replaceAll(/<(\w+)>/g, (_, part: string) => {
      const included = parts.get(part)
      if (included === undefined) throw new Error(`${file.pathname} includes <${part}> before it is defined`)
      return `(?:${included})`
    })
    if (isPattern) patterns.push({ label: name, source })
    else parts.set(name, source)
  }
  return patterns
}
