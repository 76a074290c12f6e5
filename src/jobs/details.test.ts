import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_DETAILS, patchedDetails, withMovedNames } from './details.ts'
import { OPERATOR } from './caller.ts'
import type { JobDetails } from '../contract/details.ts'

const by = { kind: 'key', id: null, name: 'mover' } as const
const named = (names: Record<string, string>) =>
  patchedDetails(JSON.parse(NO_DETAILS) as JobDetails, { speaker_names: names }, OPERATOR)

test('names follow what their speakers said; if two names meet in one speaker, the one with more seconds stays', () => {
  const moves = [
    { from: 0, to: 1, seconds: 5 },
    { from: 1, to: 0, seconds: 9 },
    { from: 2, to: 1, seconds: 6 },
    { from: 3, to: 2, seconds: 1 },
  ]
  const moved = withMovedNames(named({ 0: 'Anna', 1: 'Ben', 2: 'Cleo', 7: 'Nobody' }), moves, by)
  assert.deepEqual([moved.speaker_names, moved.changed_by], [{ 0: 'Ben', 1: 'Cleo' }, by])
})

test('a speaker without a name removes no other name', () => {
  const moves = [
    { from: 0, to: 0, seconds: 100 },
    { from: 1, to: 0, seconds: 2 },
  ]
  assert.deepEqual(withMovedNames(named({ 1: 'Ben' }), moves, by).speaker_names, { 0: 'Ben' })
})

test('names that do not move leave the details and their author unchanged', () => {
  const details = named({ 0: 'Anna' })
  assert.equal(withMovedNames(details, [{ from: 0, to: 0, seconds: 1 }], by), details)
})
