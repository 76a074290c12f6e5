/**
 * Every regular expression of the service takes linear time, as static analysis proves. All are collected: literals from
 * the syntax trees of the sources, and those built when a module is loaded.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function sourceFiles(): string[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
  return files.filter((file) => !/\.test\.ts$|\.d\.ts$|\/testing\//.test(file)).toSorted()
}

function literals(): RegExp[] {
  return sourceFiles().flatMap((file) => {
    const found: RegExp[] = []
    new Visitor({
      Literal(node) {
        if ('regex' in node) found.push(new RegExp(node.regex.pattern, node.regex.flags))
      },
    }).visit(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program)
    return found
  })
}

/** The patterns that modules build when loaded, except for the modules that run as processes or threads, which importing would start. */
async function built(): Promise<RegExp[]> {
  const found: RegExp[] = []
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, given) {
      const pattern: RegExp = Reflect.construct(target, given)
      if (new Error('stack').stack?.split('\n')[2]?.includes(join(ROOT, 'src/'))) found.push(pattern)
      return pattern
    },
  })
  try {
    for (const file of sourceFiles())
      if (
        /^src\/(?:contract|enrichments|models\/language|speech\/speakers|text)\//.test(file) &&
        !/-(?:child|worker)\.ts$/.test(file)
      )
        await import(pathToFileURL(join(ROOT, file)).href)
  } finally {
    globalThis.RegExp = original
  }
  return found
}

/** Every distinct pattern. */
async function all(): Promise<RegExp[]> {
  const patterns = [...literals(), ...(await built())]
  return [...new Map(patterns.map((pattern) => [String(pattern), pattern])).values()]
}

/** Whether static analysis finds no text for which the pattern would take more than linear time. */
const isLinear = ({ source, flags }: RegExp) => analyse({ source, flags }).reports.length === 0

suite('regular expressions take linear time', () => {
  test('and the analysis detects those that do not', () => {
    for (const pattern of [/(?:a+)+b/, /\s+$/, /\s*\S+/g, /\b(?:in|at) (?:\p{Lu}\p{L}*'? ?)+, $/u])
      assert.ok(!isLinear(pattern), String(pattern))
  })

  test('in all of the service', async () => {
    const patterns = await all()
    assert.ok(patterns.length > 300)
    assert.deepEqual(
      patterns.filter((pattern) => !isLinear(pattern)),
      [],
    )
  })
})
