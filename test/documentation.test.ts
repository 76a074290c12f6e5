/** The documentation agrees with the code. `npm run docs:write` rewrites the table of docs/configuration.md and the list of docs/models.md. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Parser } from 'commonmark'
import { languageCode } from '../src/contract/languages.ts'
import { summarised } from '../src/cli/models/languages.ts'
import { CATALOGUE } from '../src/models/catalogue.ts'
import { expectedSize } from '../src/models/pulled/catalogue-entry.ts'
import type { Purpose } from '../src/models/pulled/model-description.ts'
import { parts } from '../src/service/config.ts'
import { documentation } from '../src/service/config/variable.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CONFIGURATION = join(ROOT, 'docs/configuration.md')
const TABLE = /(?<=<!-- configuration -->\n\n).*?(?=\n\n<!-- \/configuration -->)/s
const MODELS = join(ROOT, 'docs/models.md')
const LIST = /(?<=<!-- catalogue -->\n\n).*?(?=\n\n<!-- \/catalogue -->)/s
const HEAD = ['| variable | default | meaning |', '| --- | --- | --- |']

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Package {
  readonly files: string[]
  readonly engines: { node: string; npm: string }
  readonly dependencies: object
  readonly devDependencies: object
  readonly optionalDependencies: object
}
const manifest = JSON.parse(read('package.json')) as Package

const pages = globSync('{*.md,{docs,examples,clients,models}/**/*.md}', {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
})

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

suite('docs/configuration.md', () => {
  test('lists every environment variable with its default, unit and meaning', () => {
    const page = readFileSync(CONFIGURATION, 'utf8')
    const [table] = TABLE.exec(page) ?? []
    assert.ok(table !== undefined, 'there is no table between <!-- configuration --> comments')
    if (process.env['WRITE_DOCS'] === '1') {
      writeFileSync(
        CONFIGURATION,
        page.replace(TABLE, () => declaredTable().join('\n')),
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

/** The heading for each purpose of models, in order. */
const PURPOSES: readonly (readonly [Purpose, string])[] = [
  ['recognition', 'Recordings'],
  ['live-recognition', 'Live sessions'],
  ['speakers', 'Speakers'],
  ['punctuation', 'Punctuation'],
  ['entities', 'Names in texts'],
]

/** An item for each model of the catalogue. */
function catalogueList(): string {
  return PURPOSES.map(([purpose, title]) => {
    const items = CATALOGUE.filter((entry) => entry.purpose === purpose).map((entry) => {
      const { name, about, languages, licence, restriction, published } = entry
      const isListed = languages.length < languageCode.options.length / 2
      const forWhom = isListed ? languages.join(', ') : summarised(languages)
      const size = `${Math.ceil(expectedSize(entry) / 1_000_000).toLocaleString('en')} MB`
      const terms = restriction
        ? `${licence}, which ${restriction.says} ([text](${restriction.url}))`
        : licence
      const figures = published.map(({ figure, source }) => `${figure} ([source](${source})).`)
      return [`- **\`${name}\`**: ${about} (${forWhom}). ${size}, ${terms}.`, ...figures].join(' ')
    })
    return [`**${title}**`, '', ...items].join('\n')
  }).join('\n\n')
}

suite('docs/models.md', () => {
  test('lists every model of the catalogue with published measurements', () => {
    const page = readFileSync(MODELS, 'utf8')
    const [list] = LIST.exec(page) ?? []
    assert.ok(list !== undefined, 'there is no list between <!-- catalogue --> comments')
    if (process.env['WRITE_DOCS'] === '1') {
      writeFileSync(
        MODELS,
        page.replace(LIST, () => catalogueList()),
      )
      return
    }
    assert.equal(list, catalogueList(), 'run "npm run docs:write"')
    assert.deepEqual(
      new Set(CATALOGUE.map(({ purpose }) => purpose)),
      new Set(PURPOSES.map(([purpose]) => purpose)),
    )
  })
})

suite('docs/dependencies.md', () => {
  test('says what each dependency is for', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    const rows = read('docs/dependencies.md').matchAll(/^\| (`.*?) +\| \S/gm)
    const listed = [...rows].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    )
    assert.deepEqual(new Set(listed), new Set(installed))
    assert.equal(listed.length, installed.length)
  })
})

const withoutUrls = (text: string): string => text.replaceAll(/https?:\/\/\S+/g, '')

suite('every page', () => {
  test('names only files that exist', () => {
    for (const page of pages.filter((path) => !path.startsWith('models/')))
      for (const [path] of withoutUrls(read(page)).matchAll(
        /\b(?:src|test|bench|docs|tools)\/[\w./-]+\.(?:ts|md|json)\b/g,
      ))
        assert.ok(existsSync(join(ROOT, path)), `${page} names ${path}`)
  })

  test('links only to pages and headings that exist', () => {
    for (const page of pages)
      for (const { path, heading } of linksOf(page)) {
        assert.ok(existsSync(join(ROOT, path)), `${page} links to ${path}`)
        if (heading !== '')
          assert.ok(headingsOf(path).includes(heading), `${page} links to ${path}#${heading}`)
      }
  })

  test('of the published package links only to files in it', () => {
    const published = ['README.md', 'LICENSE', ...manifest.files]
    const isPublished = (path: string) => published.some((entry) => `${path}/`.startsWith(`${entry}/`))
    for (const page of pages.filter(isPublished))
      for (const { path } of linksOf(page)) assert.ok(isPublished(path), `${page} links to ${path}`)
  })

  test('names the versions of Node.js and npm that package.json requires', () => {
    const wants =
      `Node.js ${manifest.engines.node} or newer with npm ${manifest.engines.npm} or newer`.replaceAll(
        '>=',
        '',
      )
    for (const page of ['README.md', 'docs/operations.md'])
      assert.ok(read(page).includes(wants), `${page}: ${wants}`)
  })
})

/** The links of a page to other files of the repository. */
function linksOf(page: string): { path: string; heading: string }[] {
  const links: { path: string; heading: string }[] = []
  const walker = new Parser().parse(read(page)).walker()
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { destination } = step.node
    if (!step.entering || destination === null || /^\w+:/.test(destination)) continue
    const [file = '', heading = ''] = destination.split('#')
    links.push({ path: file === '' ? page : normalize(join(dirname(page), file)), heading })
  }
  return links
}

/** The anchors of the headings of a page. */
const headingsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
