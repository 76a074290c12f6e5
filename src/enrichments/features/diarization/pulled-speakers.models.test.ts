/** Diarization with a pulled model, from the request to its part of the result, in the process that the service runs. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { ffmpeg } from '../../../audio/testing/media.ts'
import { diarization } from '../../../contract/features/diarization.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../../contract/pre-recorded-request.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { unpacked } from '../../../speech/speakers/kept-voices.ts'
import { speakersAgain } from '../../../speech/speakers/speakers-again.ts'
import { utterancesOf, wordsIn } from '../../../speech/speakers/testing/conversation.ts'
import {
  installSpeakers,
  tones,
  toneSpeakers,
  type Turn,
} from '../../../speech/speakers/testing/tone-speakers.ts'
import { writeWav } from '../../../speech/testing/wav-file.ts'
import { transcriptionOf } from '../../../text/testing/utterances.ts'
import { EnricherProcess } from '../../runner/enricher-process.ts'
import type { EnrichmentTask } from '../../runner/enricher-messages.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-diarization-'))
after(() => rmSync(root, { recursive: true }))
const { signal } = new AbortController()

const TURNS: Turn[] = [
  [2, 1, 9],
  [0, 7, 15],
  [1, 16, 20],
  [0, 20.1, 29],
]
const SECONDS = 30
const audio = path.join(root, 'turns.wav')
writeWav(audio, tones(SECONDS, TURNS))
/** As from a recogniser: where two people speak at once, the words of one. */
const utterances = utterancesOf(
  [
    [1, 8.8],
    [9.1, 15],
    [16, 20],
    [20.1, 29],
  ].flatMap(([start, end]) => wordsIn(start!, end!)),
)

let folders = 0

function withModels(
  t: TestContext,
  install: (folder: string) => void,
): { enricher: EnricherProcess; models: string } {
  const models = path.join(root, String(folders++))
  install(models)
  const enricher = new EnricherProcess({
    ffmpeg,
    folder: root,
    maxSeconds: 3600,
    enrichmentSeconds: 600,
    maxResultBytes: 16e6,
    models,
  })
  t.after(async () => enricher.close())
  return { enricher, models }
}

function task(features: object = {}, spoken: readonly Utterance[] = utterances): EnrichmentTask {
  const request = { audio_url: 'https://example.com/a', diarization: true, ...features }
  return {
    transcription: transcriptionOf(...spoken),
    params: preRecordedParamsOf(preRecordedRequest.parse(request)),
    audioDuration: SECONDS,
    audio: { type: 'file', path: audio },
  }
}

const hooks = { onFailure: assert.fail, signal }

/** Its part of the result, checked against the contract. */
async function diarized(enricher: EnricherProcess, given = task()) {
  const { diarization: module, transcription } = await enricher.enrich(given, hooks)
  diarization.result.parse(module)
  assert.ok(module?.success)
  assert.deepEqual(module.results, transcription.utterances)
  return module
}

const timesOf = (spoken: readonly Utterance[]) =>
  spoken.flatMap(({ words }) => words.map(({ start, end }) => [start, end]))

test('words have speakers, and spans show who speaks at once, with the same numbers', async (t) => {
  const { enricher } = withModels(t, (folder) => installSpeakers(folder))
  const { results, spans = [] } = await diarized(enricher)
  assert.deepEqual(timesOf(results), timesOf(utterances))
  const [second, fourth] = [results.findIndex(({ speaker }) => speaker === 1), results.length - 1]
  assert.ok(results[second]!.start >= 7 && results[second]!.start <= 9.1, 'changes where both speak')
  assert.deepEqual(
    [results[0]?.speaker, results.find(({ start }) => start === 16)?.speaker, results[fourth]?.speaker],
    [0, 2, 1],
  )
  assert.deepEqual(
    spans.map(({ speaker, channel, start, end }) => [speaker, channel, Math.round(start), Math.round(end)]),
    [
      [0, 0, 1, 9],
      [1, 0, 7, 15],
      [2, 0, 16, 20],
      [1, 0, 20, 29],
    ],
  )
})

test('voices are also stored, with which the bundled method can tell the speakers apart again', async (t) => {
  const { enricher } = withModels(t, (folder) => installSpeakers(folder))
  const kept: Uint8Array[] = []
  const onVoices = (voices: Uint8Array) => kept.push(voices)
  const { transcription } = await enricher.enrich(task(), { ...hooks, onVoices })
  assert.equal(kept.length, 1)
  const { windows, utterances: heard } = unpacked(kept[0]!)
  assert.ok(windows.length > 20)
  assert.equal(heard.length, utterances.length)
  const again = await speakersAgain(transcription.utterances, unpacked(kept[0]!), { min: 2, max: 2 })
  assert.deepEqual(timesOf(again), timesOf(utterances))
  assert.deepEqual(new Set(again.map(({ speaker }) => speaker)), new Set([0, 1]))
})

test('settings and other enrichments work as with the bundled method', async (t) => {
  const { enricher } = withModels(t, (folder) => installSpeakers(folder))
  const redaction = {
    pii_redaction: true,
    pii_redaction_config: { entity_types: 'NAME', processed_text_type: 'MARKER' },
  }
  const { results, spans } = await diarized(
    enricher,
    task({ ...redaction, diarization_config: { number_of_speakers: 2 } }),
  )
  assert.deepEqual(new Set(results.map(({ speaker }) => speaker)), new Set([0, 1]))
  assert.deepEqual(new Set(spans?.map(({ speaker }) => speaker)), new Set([0, 1]))
})

test('the bundled method serves other languages, and replaces removed models', async (t) => {
  const { enricher, models } = withModels(t, (folder) => {
    installSpeakers(folder, undefined, { languages: ['de'] })
  })
  assert.equal((await diarized(enricher)).spans, undefined)
  installSpeakers(models)
  assert.ok((await diarized(enricher)).spans)
  rmSync(models, { recursive: true })
  assert.equal((await diarized(enricher)).spans, undefined)
  installSpeakers(models)
  assert.ok((await diarized(enricher)).spans)
})

test('the bundled method replaces a damaged model', async (t) => {
  const { enricher } = withModels(t, (folder) => {
    installSpeakers(folder)
    writeFileSync(path.join(folder, 'tones', 'voices'), 'Something else.')
  })
  const { results, spans } = await diarized(enricher)
  assert.equal(spans, undefined)
  assert.deepEqual(timesOf(results), timesOf(utterances))
})

for (const [what, segmentation] of [
  ['no model', Buffer.from('Not a model.')],
  ['another model', toneSpeakers().voices!],
] as const)
  test(`a file that is ${what}, pulled as described, fails only diarization`, async (t) => {
    const { enricher } = withModels(t, (folder) =>
      installSpeakers(folder, { ...toneSpeakers(), segmentation }),
    )
    const failures: string[] = []
    const broken = await enricher.enrich(task({ sentences: true, moderation: true }), {
      ...hooks,
      onFailure: (name) => failures.push(name),
    })
    assert.equal(broken.diarization?.error?.status_code, 504)
    assert.equal(broken.moderation?.success, true)
    assert.equal(broken.transcription.sentences?.length, 1)
    assert.deepEqual(new Set(failures), new Set(['diarization']))
    const next = await enricher.enrich({ ...task({ sentences: true }), params: { sentences: true } }, hooks)
    assert.equal(next.transcription.sentences?.length, 1)
  })

test('concurrent transcripts are diarized, even if their process is killed', async (t) => {
  const { enricher } = withModels(t, (folder) => installSpeakers(folder))
  const first = await diarized(enricher)
  const both = [diarized(enricher), diarized(enricher)]
  process.kill(enricher.pid ?? assert.fail('no process'), 'SIGKILL')
  for (const { spans } of await Promise.all(both)) assert.deepEqual(spans, first.spans)
})

test('a cancelled transcript ends at once, and the next is diarized', async (t) => {
  const { enricher } = withModels(t, (folder) => installSpeakers(folder))
  const { spans } = await diarized(enricher)
  const controller = new AbortController()
  const cancelled = enricher.enrich(task(), { ...hooks, signal: controller.signal })
  controller.abort(new Error('not wanted'))
  await assert.rejects(cancelled, /not wanted/)
  assert.deepEqual((await diarized(enricher)).spans, spans)
})
