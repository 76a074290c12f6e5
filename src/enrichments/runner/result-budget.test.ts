import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customSpelling } from '../../contract/features/custom-spelling.ts'
import { displayMode } from '../../contract/features/display-mode.ts'
import { piiRedaction } from '../../contract/features/pii-redaction.ts'
import { sentences } from '../../contract/features/sentences.ts'
import type { Transcription } from '../../contract/transcript.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'
import { defineEnrichment } from '../enrichment.ts'
import { only, testContext } from '../testing/context.ts'
import { enrich } from './enrich.ts'
import { EnricherProcess } from './enricher-process.ts'

const MAX_BYTES = 10_000

const transcript = (characters: number): Transcription => ({
  full_transcript: 'a'.repeat(characters),
  languages: ['en'],
  utterances: [],
})

/** Features whose results have this many characters. */
const ofSize = (size: number) => ({ module: { is_empty: false, results: ['a'.repeat(size)] } })

async function enriched(sizes: { sentences: number; lines: number; spelled: number }) {
  const available = only(
    defineEnrichment(customSpelling, { run: () => ({ transcription: transcript(sizes.spelled) }) }),
    defineEnrichment(sentences, { run: () => ofSize(sizes.sentences) }),
    defineEnrichment(displayMode, { run: () => ofSize(sizes.lines) }),
  )
  const params = { custom_spelling: true, sentences: true, display_mode: true }
  const failures: string[] = []
  const context = testContext({
    params: {},
    onFailure: (name) => failures.push(name),
  })
  const config = { ...params, custom_spelling_config: { spelling_dictionary: {} } }
  const result = await enrich(transcript(1_000), config, context, { available, maxBytes: MAX_BYTES })
  return { result, failures }
}

test('a result within the limit is returned', async () => {
  const { result, failures } = await enriched({ spelled: 4_000, sentences: 2_000, lines: 2_000 })
  assert.deepEqual(failures, [])
  assert.equal(result.transcription.full_transcript.length, 4_000)
})

test('a module that exceeds the limit fails alone', async () => {
  const { result, failures } = await enriched({ spelled: 1_000, sentences: 20_000, lines: 2_000 })
  assert.deepEqual(failures, ['sentences'])
  assert.equal(result.sentences?.error?.status_code, 413)
  assert.match(
    result.sentences?.error?.message ?? '',
    /^sentences would make the result larger than 10,000 bytes\. /,
  )
  assert.equal(result.display_mode?.success, true)
})

test('modules share the limit', async () => {
  const { result } = await enriched({ spelled: 1_000, sentences: 7_000, lines: 7_000 })
  const fitting = [result.sentences, result.display_mode].filter((one) => one?.success)
  assert.equal(fitting.length, 1)
})

test('a transcript is not rewritten to exceed the limit', async () => {
  const { result, failures } = await enriched({ spelled: 20_000, sentences: 2_000, lines: 2_000 })
  assert.deepEqual(failures, ['custom_spelling'])
  assert.equal(result.transcription.full_transcript.length, 1_000)
  assert.equal(result.custom_spelling?.error.status_code, 413)
  assert.equal(result.sentences?.success, true)
})

test('a redaction that exceeds the limit fails the job', async () => {
  const available = only(
    defineEnrichment(piiRedaction, { run: () => ({ transcription: transcript(20_000) }) }),
  )
  const params = {
    pii_redaction: true,
    pii_redaction_config: { entity_types: 'NAME', processed_text_type: 'MASK' },
  } as const
  await assert.rejects(
    enrich(transcript(1_000), params, testContext(), { available, maxBytes: MAX_BYTES }),
    (error) => error instanceof EnrichmentError && error.statusCode === 413,
  )
})

test('a transcript that is too large on its own fails the job, with and without enrichments', async (t) => {
  const enricher = new EnricherProcess({
    ffmpeg: 'ffmpeg',
    folder: '/nowhere',
    maxSeconds: 60,
    enrichmentSeconds: 60,
    maxResultBytes: MAX_BYTES,
  })
  t.after(async () => enricher.close())
  const hooks = { onFailure: assert.fail, signal: new AbortController().signal }
  for (const params of [{}, { sentences: true }]) {
    const task = {
      transcription: transcript(20_000),
      params,
      audioDuration: 60,
      audio: { type: 'file', path: '/nowhere/a.wav' },
    } as const
    await assert.rejects(
      enricher.enrich(task, hooks),
      (error) =>
        error instanceof EnrichmentError &&
        error.statusCode === 413 &&
        error.message.startsWith('The transcript '),
    )
  }
})
