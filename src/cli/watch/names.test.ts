import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../errors.ts'
import { checkTemplate, freeName, nameFor } from './names.ts'

test('names are built from the path and the time of the audio', () => {
  const changed = new Date('2026-02-03T23:59:59Z')
  assert.equal(nameFor('{folder}/{stem}', 'calls/june/a.b.mp3', changed), 'calls/june/a.b')
  assert.equal(nameFor('{folder}/{stem}', 'a.mp3', changed), 'a')
  assert.equal(nameFor('{date} {stem}', 'calls/a.mp3', changed), '2026-02-03 a')
  // A file name that looks like a placeholder is not expanded.
  assert.equal(nameFor('{stem}', '{folder}.mp3', changed), '{folder}')
})

test('templates that would write outside the folder, or all transcripts to one file, are rejected', () => {
  for (const template of [
    '../{stem}',
    'a/../../{stem}',
    './{stem}',
    '.{stem}',
    '{date}',
    '{stem}{id}',
    '{stem}\n',
  ])
    assert.throws(() => checkTemplate(template), UsageError, template)
  for (const template of ['{stem}', '/{stem}', '{folder}/{date}/{stem}', 'x {stem}.final'])
    checkTemplate(template)
})

test('a name that is taken gets a number', () => {
  const taken = new Set(['a', 'a-2'])
  assert.equal(
    freeName('a', (name) => !taken.has(name)),
    'a-3',
  )
})
