import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { liveConformance } from '../testing/live-conformance.ts'
import { encoded, pcm16 } from '../testing/live-format.ts'
import { finalsOf, play, Playback, plain, textOf } from '../testing/live-playback.ts'
import { heard } from '../testing/heard-speech.ts'
import { nemoTransducer, zipformerCtc, zipformerTransducer } from '../testing/made-models/streaming-models.ts'
import { placeStreamingModel } from '../testing/pulled-streaming.ts'
import { alice, kennedy } from '../testing/speech.ts'
import { afterFinal, SESSION_START, warmUpStart } from './channel-position.ts'
import { LiveRecogniserProcess } from './live-recogniser-process.ts'
import type { LiveEvent } from './live-stream.ts'

/** A folder of pulled models that the tests remove from, and a recogniser that reads it. */
function openRecogniser(): { models: string; recogniser: LiveRecogniserProcess } {
  const models = mkdtempSync(join(tmpdir(), 'scriptorium-models-'))
  const recogniser = new LiveRecogniserProcess({ models })
  after(async () => {
    await recogniser.close()
    rmSync(models, { recursive: true })
  })
  return { models, recogniser }
}

const { models, recogniser } = openRecogniser()
placeStreamingModel(models, zipformerTransducer(), { engine: 'streaming-transducer' })

suite('what every live recogniser must do', async () => {
  await liveConformance(recogniser, heard)
})

test('words have the times at which they are spoken, whatever is between them', async () => {
  const speech = await heard(alice)
  const finals = finalsOf(await play(recogniser, encoded(pcm16, speech.samples)))
  const words = finals.flatMap((utterance) => utterance.words)
  assert.deepEqual(
    words.map(({ word }) => word.trim()),
    speech.words.map(({ word }) => word),
  )
  for (const [i, { start, end }] of words.entries()) {
    const late = start - speech.words[i]!.start
    assert.ok(late >= 0 && late < 0.12, `word ${i} is ${late} s late`)
    assert.ok(end > start)
  }
})

test('a recogniser that is killed repeatedly loses no word and repeats none', async () => {
  const speech = await heard(alice)
  const bytes = encoded(pcm16, speech.samples)
  let from = SESSION_START
  const texts: string[] = []
  // Including utterances that are cut without silence.
  for (let until = 4; ; until += 4) {
    const startsAt = warmUpStart([from])
    const first = Math.round(startsAt * SAMPLE_RATE) * 2
    const last = Math.min(Math.round(until * SAMPLE_RATE) * 2, bytes.length)
    const playback = new Playback(recogniser, { ...plain, maximumDuration: 1.5, from: [from] }, startsAt)
    const isCaughtUp = (event: LiveEvent) => event.type === 'pre_processing' && event.range[1] > until - 1.5
    const caughtUp = last < bytes.length ? playback.next(isCaughtUp) : null
    await playback.write(bytes.subarray(first, last))
    await caughtUp
    if (caughtUp === null) playback.stream.end()
    else process.kill(recogniser.pid!, 'SIGKILL')
    await playback.last
    for (const event of playback.events) {
      if (event.type === 'final') {
        texts.push(event.utterance.text)
        from = afterFinal(from, event)
      }
      if (event.type === 'recognised') from = { ...from, time: Math.max(from.time, event.seconds) }
    }
    if (caughtUp === null) break
  }
  assert.equal(texts.join(' '), speech.text)
})

test('a model is used from the next session on, until it is removed', async () => {
  const own = openRecogniser()
  const speech = await heard(kennedy)
  const bytes = encoded(pcm16, speech.samples)
  const hears = async () => textOf(await play(own.recogniser, bytes)) === speech.text
  assert.ok(!(await hears()))
  const { pid } = own.recogniser
  placeStreamingModel(own.models, nemoTransducer(), { engine: 'streaming-transducer' })
  const open = new Playback(own.recogniser, plain)
  await open.write(bytes.subarray(0, 2 * SAMPLE_RATE))
  assert.ok(await hears())
  rmSync(join(own.models, 'tones'), { recursive: true })
  await open.write(bytes.subarray(2 * SAMPLE_RATE))
  open.stream.end()
  await open.last
  assert.ok(textOf(open.events).startsWith('alpha bravo'), 'the session goes on')
  assert.ok(!(await hears()))
  placeStreamingModel(own.models, zipformerCtc(), { engine: 'streaming-zipformer-ctc' })
  writeFileSync(join(own.models, 'tones', 'model'), 'damaged')
  assert.ok(!(await hears()), 'the bundled model is used in place of one that is damaged')
  assert.equal(own.recogniser.pid, pid)
})

test('a partial contains each word once, and a final is not preceded by another partial', async () => {
  const speech = await heard(kennedy)
  const playback = new Playback(recogniser, { ...plain, endpointing: 0.3, maximumDuration: 60 })
  await playback.write(encoded(pcm16, speech.samples))
  playback.stream.end()
  await playback.last
  const partials = playback.events.flatMap((event) => (event.type === 'partial' ? [event] : []))
  for (const { index, utterance } of partials) {
    const final = playback.events.find((event) => event.type === 'final' && event.index === index)
    assert.ok(final?.type === 'final' && final.utterance.text.startsWith(utterance.text), utterance.text)
  }
  const texts = partials.map(({ index, utterance }) => `${index} ${utterance.text}`)
  assert.equal(new Set(texts).size, texts.length)
})
