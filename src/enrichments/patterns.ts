/**
 * Reads patterns from data files, which keep vocabulary and grammar, as regular expressions, apart from the code that
 * applies them.
 */
import { readFileSync } from 'node:fs'

interface Pattern {
  readonly label: string
  /** The source of a regular expression, for the flags `iu`. */
  readonly source: string
}

/**
 * The patterns of a file, in order. A line `name = source` defines a part that later lines include as `<name>`; a line
 * `LABEL: source` is a pattern; a line that begins with `#` is a comment. Repetitions must be bounded, so that the time
 * for a text is linear in its length.
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
