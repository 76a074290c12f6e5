import assert from 'node:assert/strict'
import { test } from 'node:test'
import { long } from '../../../../test/support/long.ts'
import { recordingOf } from '../../../recognition/testing/memory-recording.ts'
import { testContext } from '../../testing/context.ts'
import { enrichment as diarization } from './enrichment.ts'
import {
  errorRate,
  HELD_OUT_VOICES,
  heldOutConversation,
  type HeldOutVoice,
} from '../../../speakers/testing/held-out.ts'

const SECONDS = 480

async function diarized(names: readonly HeldOutVoice[], isNumberGiven: boolean) {
  const { samples, speech, utterances } = await heldOutConversation(names, SECONDS, 1)
  const context = testContext({ audio: async () => recordingOf(samples) })
  const config = isNumberGiven ? { number_of_speakers: names.length } : {}
  const transcription = { full_transcript: '', languages: [], utterances }
  const { results } = (await diarization.run(transcription, config, context)).module
  return {
    speakers: new Set(results.map(({ speaker }) => speaker)).size,
    rate: errorRate(speech, results, SECONDS),
  }
}

test('three voices that alternate for eight minutes are three speakers', async () => {
  const { speakers, rate } = await diarized(['italian', 'operator', 'expert'], false)
  assert.equal(speakers, 3)
  assert.ok(rate < 0.15, `the error rate is ${rate}`)
})

/** Six choices of so many voices, each voice in as many of them. */
const choices = (count: number) =>
  HELD_OUT_VOICES.map((_, i) =>
    Array.from({ length: count }, (__, j) => HELD_OUT_VOICES[(i + j) % HELD_OUT_VOICES.length]!),
  )

for (const count of [2, 3, 4])
  for (const isNumberGiven of [false, true])
    test(
      `the error rate of ${count} voices, their number ${isNumberGiven ? '' : 'not '}given`,
      long,
      async (t) => {
        const all = []
        for (const names of choices(count)) all.push({ names, ...(await diarized(names, isNumberGiven)) })
        const mean = all.reduce((sum, { rate }) => sum + rate, 0) / all.length
        const right = all.filter(({ speakers }) => speakers === count).length
        t.diagnostic(`${percent(mean)}, number right in ${right} of ${all.length}`)
        for (const { names, speakers, rate } of all)
          t.diagnostic(`${names.join(', ')}: ${speakers} speakers, ${percent(rate)}`)
        assert.ok(mean < 0.25)
      },
    )

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
