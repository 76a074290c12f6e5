/**
 * Every regular expression of the service takes linear time. All are collected: literals from the syntax trees of the
 * sources, and those built when a module is loaded. Each runs on long texts that repeat what it looks for, and is stopped
 * after a time in which a linear one could read such a text many times. `TEST_HOSTILE_PATTERNS` sets the number of
 * texts for each pattern.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createContext, Script } from 'node:vm'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { randomFrom } from '../support/random.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TEXTS = Number(process.env['TEST_HOSTILE_PATTERNS'] ?? 70)

/** Of a text. A pattern that is quadratic takes seconds for it, a linear one about a millisecond. */
const CHARACTERS = 30_000
const TIMEOUT_MS = 500

/** What any pattern may look for: letters of all cases and scripts, digits, marks and spaces. */
const COMMON = [
  'a',
  'A',
  'Aa',
  '1',
  ' ',
  '\t',
  '.',
  ',',
  '-',
  "'",
  '!',
  '/',
  ':',
  '"',
  'é',
  '漢',
  'a ',
  'A ',
  '1 ',
  'a.',
]

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

/** The patterns that modules build while they are loaded. Modules that only start a process or a program are left out. */
async function built(): Promise<RegExp[]> {
  const found: RegExp[] = []
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, given) {
      const pattern: RegExp = Reflect.construct(target, given)
      if (new Error('stack').stack?.split('\n')[2]?.includes('/src/')) found.push(pattern)
      return pattern
    },
  })
  try {
    for (const file of sourceFiles())
      if (/^src\/(?:intelligence|contract)\//.test(file) && !file.endsWith('-child.ts'))
        await import(pathToFileURL(join(ROOT, file)).href)
  } finally {
    globalThis.RegExp = original
  }
  return found
}

/** Every pattern once. */
async function all(): Promise<RegExp[]> {
  const patterns = [...literals(), ...(await built())]
  return [...new Map(patterns.map((pattern) => [String(pattern), pattern])).values()]
}

/** Texts that repeat words and marks of a pattern, alone and joined, and end in something else. */
function textsFor(pattern: RegExp): string[] {
  const own = pattern.source.replaceAll(/\\[a-zA-Z]/g, ' ').match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
  const parts = [...new Set([...own.map((word) => `${word} `), ...own, ...COMMON])]
  const random = randomFrom(pattern.source.length)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const words = own.filter((word) => /\p{L}/u.test(word)).map((word) => `${word} `)
  return Array.from({ length: TEXTS }, (_, index) => {
    const few = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(parts)).join('')
    const common = COMMON[index % COMMON.length] ?? ''
    const round = Math.floor(index / COMMON.length)
    const unit = round === 0 ? common : round <= 2 ? pick(words) + common.repeat(40) + pick(parts) : few()
    return few() + unit.repeat(Math.ceil(CHARACTERS / unit.length)) + pick(ENDS)
  })
}

const ENDS = ['', '\n', '!', ' ', ', ', 'Ω']

const context = createContext({ pattern: /x/, texts: [''] })
const script = new Script(
  'for (const text of texts) pattern.global ? text.replace(pattern, "") : pattern.test(text)',
)

/** Whether a pattern finishes reading these texts in time. */
function finishes(pattern: RegExp, ...texts: readonly string[]): boolean {
  Object.assign(context, { pattern, texts })
  try {
    script.runInContext(context, { timeout: TIMEOUT_MS })
    return true
  } catch (error) {
    // Not an instance of this realm's Error.
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

suite('regular expressions take linear time', () => {
  test('which the test can tell', () => {
    for (const pattern of [/(?:a+)+b/, /\s+$/, /\s*\S+/g, /\b(?:in|at) (?:\p{Lu}\p{L}*'? ?)+, $/u])
      assert.ok(
        textsFor(pattern).some((text) => !finishes(pattern, text)),
        String(pattern),
      )
  })

  test('as far as static analysis can tell', async () => {
    const isProven = ({ source, flags }: RegExp) => analyse({ source, flags }).reports.length === 0
    assert.equal(isProven(/a+$/), false)
    const doubtful = (await all()).filter((pattern) => !isProven(pattern))
    assert.deepEqual(doubtful, [])
  })

  test('in all of the service', async () => {
    const patterns = await all()
    assert.ok(patterns.length > 300)
    const slow = patterns.flatMap((pattern) => {
      const texts = textsFor(pattern)
      // Mostly they take less together than each may: a timeout costs a thread.
      if (finishes(pattern, ...texts)) return []
      const text = texts.find((one) => !finishes(pattern, one) && !finishes(pattern, one))
      return text === undefined ? [] : [`${pattern} on ${JSON.stringify(text.slice(0, 60))}…`]
    })
    assert.deepEqual(slow, [])
  })
})
