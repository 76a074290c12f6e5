import assert from 'node:assert/strict'
import { test } from 'node:test'
import { similarName } from './similar-name.ts'

test('a misspelled name is within two edits of a known one, ignoring case, and shares a letter with it', () => {
  const known = ['audio_url', 'status', 'date', 'q']
  for (const [name, expected] of [
    ['audio_ulr', 'audio_url'],
    ['audioUrl', 'audio_url'],
    ['STATUS', 'status'],
    ['sttaus', 'status'],
    ['stat', 'status'],
    ['statuses!', null],
    ['Q', 'q'],
    ['_', null],
    ['id', null],
    ['', null],
    ['colour', null],
  ] as const)
    assert.equal(similarName(name, known), expected, name)
})
