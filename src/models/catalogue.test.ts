/** The catalogue is data that is not exercised until a user pulls a model. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CATALOGUE } from './catalogue.ts'
import { type EntryFile, expectedSize } from './pulled/catalogue-entry.ts'
import { modelDescription } from './pulled/model-description.ts'

const filesOf = (entry: (typeof CATALOGUE)[number]) => Object.values<EntryFile>(entry.files)

suite('the catalogue', () => {
  test('has valid descriptions', () => {
    for (const { about, source, restriction, published, files, ...model } of CATALOGUE) {
      const url = { url: 'a/b/resolve/main/c', size: 1, sha256: '0'.repeat(64) }
      const described = { ...model, files: Object.fromEntries(Object.keys(files).map((name) => [name, url])) }
      assert.deepEqual(modelDescription.parse(described), described)
      assert.match(about, /^[^A-Z].{10,100}[^.]$/, model.name)
      assert.match(source.repository, /^[\w.-]+\/[\w.-]+$/)
      for (const { source: link } of published) assert.ok(URL.canParse(link), link)
      if (restriction) assert.ok(URL.canParse(restriction.url))
    }
  })

  test('names commits and digests', () => {
    for (const entry of CATALOGUE)
      for (const { source = entry.source, sha256 } of filesOf(entry)) {
        assert.match(source.commit ?? '0'.repeat(40), /^[0-9a-f]{40}$/)
        assert.match(sha256 ?? '0'.repeat(64), /^[0-9a-f]{64}$/)
      }
  })

  test('states the approximate size of every model', () => {
    for (const entry of CATALOGUE) assert.ok(expectedSize(entry) > 5_000_000, entry.name)
  })

  test('has unique names and a total order of preference', () => {
    const names = CATALOGUE.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
    for (const [purpose, entries] of Map.groupBy(CATALOGUE, (entry) => entry.purpose)) {
      const priorities = entries.map(({ priority }) => priority)
      assert.equal(new Set(priorities).size, priorities.length, purpose)
      assert.ok(
        priorities.every((priority) => priority < 100),
        'a model pulled by its repository comes first',
      )
    }
  })
})
