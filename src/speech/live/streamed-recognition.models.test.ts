import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cpuSeconds, residentMegabytes } from '../../../test/support/process-table.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { pulledModels, modelsFor } from '../../models/pulled/pulled-model.ts'
import { StreamingModel } from '../engines/streaming/streaming-model.ts'
import { heard } from '../testing/heard-speech.ts'
import { encoded, pcm16 } from '../testing/live-format.ts'
import { finalsOf, play, textOf } from '../testing/live-playback.ts'
import { zipformerTransducer } from '../testing/made-models/streaming-models.ts'
import { placeStreamingModel } from '../testing/pulled-streaming.ts'
import { joined, silence } from '../testing/signals.ts'
import { alice, clipIn, kennedy } from '../testing/speech.ts'
import { LiveRecogniserProcess } from './live-recogniser-process.ts'

const root = mkdtempSync(join(tmpdir(), 'scriptorium-models-'))
after(() => rmSync(root, { recursive: true }))
const folder = (name: string) => join(root, name)

/** 33 s. */
const speech = await heard({
  ...alice,
  samples: joined(silence(1), kennedy.samples, silence(1), alice.samples),
})
const repeated = (times: number) =>
  encoded(pcm16, joined(...Array.from({ length: times }, () => speech.samples)))

function openRecogniser(models: string): LiveRecogniserProcess {
  const recogniser = new LiveRecogniserProcess({ models })
  after(() => recogniser.close())
  return recogniser
}

test('ten minutes are recognised without a wrong word, with the right times, in constant memory', async () => {
  const models = folder('light')
  placeStreamingModel(models, zipformerTransducer(), { engine: 'streaming-transducer' })
  const recogniser = openRecogniser(models)
  const times = 18
  const words = finalsOf(await play(recogniser, repeated(times))).flatMap((utterance) => utterance.words)
  const length = speech.samples.length / SAMPLE_RATE
  assert.ok(times * length > 590)
  assert.equal(words.length, times * speech.words.length)
  for (const [i, { word, start }] of words.entries()) {
    const own = speech.words[i % speech.words.length]!
    const late = start - own.start - length * Math.floor(i / speech.words.length)
    assert.equal(word.trim(), own.word)
    assert.ok(late >= 0 && late < 0.12, `word ${i} is ${late} s late`)
  }
  // The first long session grows the heap by up to 92 MB; later ones by less than 15 MB.
  const before = residentMegabytes(recogniser.pid!)
  await play(recogniser, repeated(times))
  const grown = residentMegabytes(recogniser.pid!) - before
  assert.ok(grown < 60, `${grown} MB`)
})

test('audio is decoded once, as when calling the library directly', async () => {
  const bytes = repeated(4)
  const samples = joined(...Array.from({ length: 4 }, () => speech.samples))
  const costs = []
  for (const burden of [1, 50_000]) {
    const models = folder(`burden ${burden}`)
    placeStreamingModel(models, zipformerTransducer({ burden }), { engine: 'streaming-transducer' })
    const recogniser = openRecogniser(models)
    await play(recogniser, bytes.subarray(0, 2 * SAMPLE_RATE))
    const before = cpuSeconds(recogniser.pid!)
    assert.equal(
      textOf(await play(recogniser, bytes)),
      Array.from({ length: 4 }, () => speech.text).join(' '),
    )
    const live = cpuSeconds(recogniser.pid!) - before
    const [model] = modelsFor('live-recognition', await pulledModels(models))
    const loaded = await StreamingModel.load(model!)
    const started = process.cpuUsage()
    const stream = loaded.open('en')
    stream.push(samples)
    while (loaded.decodeNext([stream]));
    const { user, system } = process.cpuUsage(started)
    costs.push({ live, direct: (user + system) / 1e6 })
  }
  // Voice activity detection, gain and so on cost the same with both models.
  const [light, heavy] = costs as [(typeof costs)[number], (typeof costs)[number]]
  const ratio = (heavy.live - light.live) / (heavy.direct - light.direct)
  // Processor time varies by some 10 % beside other tests; decoding twice would take twice as much.
  assert.ok(ratio < 1.5, `${ratio}: ${JSON.stringify(costs)}`)
})

test('in a session of two languages, each utterance is recognised by the model for its language', async () => {
  const models = folder('german')
  placeStreamingModel(models, zipformerTransducer(), { engine: 'streaming-transducer', languages: ['de'] })
  const recogniser = openRecogniser(models)
  const german = clipIn('de')
  // Its beginning is kept as spoken, so that its language can be identified.
  const beginning = german.samples.slice(4 * SAMPLE_RATE, 7.5 * SAMPLE_RATE)
  const toned = await heard({ ...german, samples: german.samples.slice(7.5 * SAMPLE_RATE, 12 * SAMPLE_RATE) })
  const english = kennedy.samples.slice(0, 2.5 * SAMPLE_RATE)
  const audio = encoded(pcm16, joined(beginning, toned.samples, silence(1.5), english, silence(1)))
  const options = {
    languages: ['de', 'en'],
    codeSwitching: true,
    endpointing: 1,
    maximumDuration: 30,
  } as const
  const finals = finalsOf(await play(recogniser, audio, options))
  assert.deepEqual(
    finals.map(({ language }) => language),
    ['de', 'en'],
  )
  assert.equal(finals[0]!.text, toned.text)
  assert.match(finals[1]!.text, /^And so,? my fellow Americans/)
})
