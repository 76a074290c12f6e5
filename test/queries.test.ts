/**
 * The statements that each method of the store executes, written out for both databases, so that a changed query shows
 * in review. `npm run queries:write` rewrites the files.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Logger } from 'kysely'
import { postgres } from '../src/store/databases/postgres.ts'
import { sqlite } from '../src/store/databases/sqlite.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { callEveryMethod } from './support/store-calls.ts'

/** Where a statement continues on a new line, so that a difference shows where it is. */
const CLAUSE =
  /\s(?=(?:from|where|and exists|(?:inner |left )?join|group by|order by|limit|union all|values|on conflict|set|returning|for update)\s)(?<!(?:inner|left)\s)|([()])/

onEachStore('the statements that are executed', (fresh) => {
  test('are those in src/store/queries/, for every method of the store', async (t) => {
    const database = await fresh()
    t.after(async () => database.drop())
    const statements: string[] = []
    const log: Logger = ({ query }) => void statements.push(query.sql)
    const { url } = database
    const store = await openTestStore(
      url === null ? sqlite(join(temporaryFolder(), 'db.sqlite'), log) : postgres(url, log),
    )
    t.after(async () => store.close())

    const sections: Sections = new Map()
    await callEveryMethod(store, async (name, make) => {
      statements.length = 0
      const value = await make()
      sections.set(name, [...new Set(statements)].map((statement) => `${formatSql(statement)};`).join('\n'))
      return value
    })
    const called = new Set([...sections.keys()].map((name) => name.split(',')[0]))
    assert.deepEqual(
      methodsOf(store).filter((method) => !called.has(method)),
      [],
      'methods that support/store-calls.ts does not call',
    )

    const file = new URL(`../src/store/queries/${url === null ? 'sqlite' : 'postgres'}.sql`, import.meta.url)
    if (process.env['WRITE_QUERIES'] === 'true') return writeFileSync(file, textOf(sections))
    const written = sectionsOf(readFileSync(file, 'utf8'))
    // Only the differences, so that the report shows them.
    assert.deepEqual(difference(sections, written), difference(written, sections))
  })
})

/** The statements of each call, by its name. */
type Sections = Map<string, string>

function textOf(sections: Sections): string {
  return [...sections]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, statements]) => `-- ${name}\n${statements}\n`)
    .join('\n')
}

function sectionsOf(text: string): Sections {
  const sections = text.split(/^-- /m).slice(1)
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end), section.slice(end).trim()]
    }),
  )
}

/** The lines of the sections that differ from another file or are missing there. */
function difference(sections: Sections, others: Sections): Record<string, string[]> {
  const changed = [...sections].filter(([name, statements]) => others.get(name) !== statements)
  return Object.fromEntries(changed.map(([name, statements]) => [name, statements.split('\n')]))
}

function methodsOf(store: Store): string[] {
  return Object.entries(store).flatMap(([name, part]) =>
    typeof part !== 'object' || part === null || name === 'wake'
      ? []
      : Object.getOwnPropertyNames(Object.getPrototypeOf(part))
          .filter((method) => method !== 'constructor')
          .map((method) => `${name}.${method}`),
  )
}

/** Writes a statement with one line per clause. */
function formatSql(statement: string): string {
  let depth = 0
  let text = ''
  for (const part of statement.trim().replaceAll(/\s+/g, ' ').replaceAll('( ', '(').split(CLAUSE)) {
    if (part === undefined) text += `\n${'  '.repeat(depth)}`
    else text += part
    if (part === '(') depth++
    if (part === ')') depth--
  }
  return text
}
