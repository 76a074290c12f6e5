import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong, long } from '../support/long.ts'
import { driftOf, type Format, FORMATS, MAX_DRIFT, outcomeOf, rowOf, wordsOf } from './clips.ts'

const allFormats = Object.keys(FORMATS) as Format[]

async function assertKept(row: Awaited<ReturnType<typeof rowOf>>, formats: readonly Format[]): Promise<void> {
  for (const [i, words] of (await wordsOf(row, formats)).entries()) {
    const outcome = outcomeOf(row, words)
    const { lost, twice, misplaced } = outcome
    assert.deepEqual({ lost, twice, misplaced }, { lost: [], twice: [], misplaced: [] }, formats[i])
    assert.ok(driftOf(outcome) < MAX_DRIFT, `${formats[i]}: times drift by ${outcome.offsets.join(' to ')} s`)
  }
}

test('no clip of a long recording is lost, duplicated or misplaced, in any format', async () => {
  const row = await rowOf('en', isLong ? { clips: 204 } : { seconds: 170 })
  assert.ok(row.places.length >= (isLong ? 200 : 12), `${row.places.length} clips`)
  await assertKept(row, isLong ? allFormats : ['mp3', 'opus'])
})

test('the same holds in a language that Whisper recognises', long, async () => {
  await assertKept(await rowOf('es', {}), ['m4a'])
})
