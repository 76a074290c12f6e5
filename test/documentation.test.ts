/** The documentation agrees with the code. `npm run docs:write` rewrites the README's table of the configuration. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parts } from '../src/config.ts'
import { documentation } from '../src/config/variable.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const README = join(ROOT, 'README.md')
const TABLE = /(?<=<!-- configuration -->\n\n).*?(?=\n\n<!-- \/configuration -->)/s
const HEAD = ['| variable | default | meaning |', '| --- | --- | --- |']

const variables = Object.values(parts).flatMap((part) => Object.entries(part.in.shape))

/** A row for each variable, in the order of its part. */
function declaredTable(): string[] {
  const rows = variables.map(([name, schema]) => {
    const about = documentation.get(schema)
    assert.ok(about, `${name} is declared without a description: use variable() or optional()`)
    const value = about.unit === undefined ? about.default : `${about.default} ${about.unit}`
    return `| \`${name}\` | ${value} | ${about.description} |`
  })
  return [...HEAD, ...rows]
}

/** Rows without the padding that the formatter adds. */
const rowsOf = (table: string): string[] =>
  table.split('\n').map((row) => row.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'))

suite('README.md', () => {
  test('lists every environment variable with its default, unit and meaning', async () => {
    const readme = await readFile(README, 'utf8')
    const [table] = TABLE.exec(readme) ?? []
    assert.ok(table !== undefined, 'README.md has no table between <!-- configuration --> comments')
    if (process.env['WRITE_DOCS'] === '1') {
      await writeFile(
        README,
        readme.replace(TABLE, () => declaredTable().join('\n')),
      )
      return
    }
    assert.deepEqual(rowsOf(table), rowsOf(declaredTable().join('\n')), 'run "npm run docs:write"')
  })

  test('names no environment variable twice', () => {
    const names = variables.map(([name]) => name)
    assert.deepEqual(names, [...new Set(names)])
  })
})

test('every file that the documentation names exists', async () => {
  const pages = [
    ...(await readdir(ROOT)),
    ...(await readdir(join(ROOT, 'docs'))).map((name) => join('docs', name)),
  ]
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(ROOT, page), 'utf8')
    for (const [path] of text.matchAll(/\b(?:src|test|bench|docs|tools)\/[\w./-]+\.(?:ts|md|json)\b/g)) {
      assert.ok(existsSync(join(ROOT, path)), `${page} names ${path}`)
    }
  }
})
