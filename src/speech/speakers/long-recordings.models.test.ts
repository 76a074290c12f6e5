/** Tests that take long: recordings that need several runs of a pulled model, and its speed. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { long } from '../../../test/support/long.ts'
import { loadSherpa } from '../../models/sherpa.ts'
import { modelsFor, pulledModels } from '../../models/pulled/pulled-model.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { DiarizerThread } from './diarizer-thread.ts'
import { type SpeakerRange } from './speaker-clusters.ts'
import { speakerSpans } from './speaker-spans.ts'
import { FRAME, installSpeakers, tones, type Turn } from './testing/tone-speakers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'scriptorium-long-speakers-'))
installSpeakers(folder)
const [pulled] = modelsFor('speakers', await pulledModels(folder))
const model = await DiarizerThread.start(pulled!)
after(async () => {
  await model[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const { signal } = new AbortController()

/** Turns of 4.5 s, every 5 s. */
function turnsOf(seconds: number, voiceOf: (i: number) => number): Turn[] {
  return Array.from({ length: Math.floor(seconds / 5) }, (_, i) => [voiceOf(i), i * 5, i * 5 + 4.5])
}

// Two runs of 631 s. The second has a voice that the first lacks, and lacks one that the first has.
const TURNS = turnsOf(2 * 631, (i) => (i < 126 ? [0, 1, 2, 1][i % 4]! : [2, 3, 1][i % 3]!))

async function spansOfTwoRuns(range: SpeakerRange) {
  return speakerSpans(recordingOf(tones(2 * 631, TURNS)), [0], model, range, signal)
}

test('speakers are the same across the runs of a recording, and a turn across two runs is one span', async () => {
  const spans = await spansOfTwoRuns({})
  assert.equal(spans.length, TURNS.length)
  const voices = new Map(spans.map(({ speaker }, i) => [speaker, TURNS[i]![0]]))
  assert.equal(voices.size, 4)
  for (const [i, { speaker, start, end }] of spans.entries()) {
    const [voice, from, to] = TURNS[i]!
    assert.equal(voices.get(speaker), voice, `at ${start} s`)
    assert.ok(Math.max(Math.abs(start - from), Math.abs(end - to)) < 2 * FRAME, `${start} to ${end} s`)
  }
})

test('a recording of several runs has the given number of speakers', long, async () => {
  for (const count of [2, 3]) {
    const spans = await spansOfTwoRuns({ min: count, max: count })
    assert.equal(new Set(spans.map(({ speaker }) => speaker)).size, count)
  }
})

test('ten minutes take at most 1.1 times the processor time of the library alone', long, async (t) => {
  const samples = tones(
    600,
    turnsOf(600, (i) => (7 * i + (i >> 3)) % 4),
  )
  const { OfflineSpeakerDiarization } = await loadSherpa()
  const library = new OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: await pulled!.path('segmentation') } },
    embedding: { model: await pulled!.path('voices') },
    clustering: { numClusters: -1, threshold: 0.5 },
    minDurationOn: 0.1,
    minDurationOff: 0.1,
  })
  const secondsOf = async (run: () => unknown) => {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const times = { ours: Infinity, alone: Infinity }
  for (let round = 0; round < 3; round++) {
    times.alone = Math.min(times.alone, await secondsOf(() => library.process(samples)))
    const run = async () => speakerSpans(recordingOf(samples), [0], model, {}, signal)
    times.ours = Math.min(times.ours, await secondsOf(run))
  }
  t.diagnostic(`${times.ours.toFixed(2)} s, the library alone ${times.alone.toFixed(2)} s`)
  assert.ok(times.ours < 1.1 * times.alone)
})
