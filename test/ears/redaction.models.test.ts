import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enrich } from '../../src/enrichments/runner/enrich.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { testContext } from '../../src/enrichments/testing/context.ts'
import { transcriptionOf } from '../../src/text/testing/utterances.ts'
import { callsIn, leaksIn, PERSONAL, redactionOf, spokenIn, tellingWords } from './redaction.ts'

/** Bounds of missed personal parts and of other redacted parts, on the material used for tuning and on the rest. */
const BOUNDS = { development: { remain: 0, redacted: 0.02 }, unseen: { remain: 0.06, redacted: 0.12 } }

for (const [folder, most] of Object.entries(BOUNDS))
  for (const speakers of ['speakers', 'channels', 'unknown'] as const)
    test(`little personal data remains on ${folder} calls, and nearly everything else; speakers by: ${speakers}`, async () => {
      const tallies = await redactionOf(callsIn(folder), { speakers })
      const leaks = leaksIn(tallies)
      assert.ok(leaks.all > 600 && leaks.wrong.length <= most.remain * leaks.all, leaks.wrong.join('\n'))
      for (const kind of ['keep', 'other']) {
        const { all, wrong } = tallies.get(kind)!
        assert.ok(wrong.length <= most.redacted * all, `${wrong.length} of ${all}: ${wrong.join('\n')}`)
      }
    })

test('text redacted in the transcript is in no other part of the result', async () => {
  // Two calls are enough, since everything is derived from the redacted text.
  for (const call of callsIn('development').slice(0, 2)) {
    const { turns } = call
    const request = preRecordedRequest.parse({
      audio_url: 'https://example.com/a',
      pii_redaction: true,
      pii_redaction_config: { entity_types: PERSONAL, processed_text_type: 'MARKER' },
      diarization: true,
      sentences: true,
      subtitles: true,
      summarization: true,
      chapterization: true,
      named_entity_recognition: true,
      structured_data_extraction: true,
      structured_data_extraction_config: { classes: ['person', 'phone', 'email'] },
    })
    const transcription = transcriptionOf(...spokenIn(call))
    const result = await enrich(transcription, preRecordedParamsOf(request), testContext())
    const kept = turns.flatMap(({ text, marks }) => {
      const ends = [0, ...marks.filter(({ kind }) => kind !== 'keep').map(({ to }) => to)]
      const starts = [...marks.filter(({ kind }) => kind !== 'keep').map(({ from }) => from), text.length]
      return ends.flatMap((from, index) => tellingWords(text.slice(from, starts[index])))
    })
    const ordinary = new Set(kept.map((word) => word.toLowerCase()))
    const secret = turns.flatMap(({ text, marks }) =>
      marks.flatMap(({ kind, from, to }) => (kind === 'keep' ? [] : tellingWords(text.slice(from, to)))),
    )
    const said = new Set(JSON.stringify(result).match(/[\p{L}\p{N}]{4,}/gu))
    const left = secret.filter((word) => !ordinary.has(word.toLowerCase()) && said.has(word))
    assert.deepEqual(left, [], call.name)
  }
})

test('a request for one type redacts only that', async () => {
  const tallies = await redactionOf(callsIn('development'), { types: ['CREDIT_CARD'] })
  for (const kind of ['name', 'email', 'dob', 'address']) {
    const { all, wrong } = tallies.get(kind)!
    assert.ok(wrong.length >= 0.95 * all, `${all - wrong.length} of ${all} ${kind} taken`)
  }
})
