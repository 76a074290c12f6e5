import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transcription } from '../../../contract/transcript.ts'
import { enrich } from '../../runner/enrich.ts'
import { enrichment } from './enrichment.ts'
import { only, testContext } from '../../testing/context.ts'

/** `speaker` on `channel` from 1 s to `end`. */
function spoken(...said: [speaker: number | undefined, channel: number, end: number][]): Transcription {
  const utterances = said.map(([speaker, channel, end]) => ({
    ...{ text: 'Yes.', start: 1, end, confidence: 1, channel, language: 'en' as const, words: [] },
    ...(speaker !== undefined && { speaker }),
  }))
  return { full_transcript: '', languages: ['en'], utterances }
}

async function found(transcription: Transcription, diarization = true) {
  const context = { ...testContext(), onFailure: () => {} }
  return (await enrich(transcription, { diarization }, context, { available: only(enrichment) }))
    .speaker_reidentification
}

test('each speaker is listed with channels and seconds', async () => {
  const module = await found(spoken([1, 1, 2], [0, 1, 3.25], [0, 0, 2]))
  assert.ok(module?.success)
  assert.deepEqual(JSON.parse(module.results), [
    { speaker: 0, channels: [0, 1], seconds: 3.25 },
    { speaker: 1, channels: [1], seconds: 1 },
  ])
})

test('the module is absent without diarization, or with one channel', async () => {
  assert.equal(await found(spoken([0, 0, 2], [0, 1, 2]), false), undefined)
  assert.equal(await found(spoken([0, 0, 2], [1, 0, 2])), undefined)
})

test('if diarization failed, the error says so', async () => {
  const module = await found(spoken([undefined, 0, 2], [undefined, 1, 2]))
  assert.equal(module?.success, false)
  assert.equal(module?.error?.status_code, 424)
})
