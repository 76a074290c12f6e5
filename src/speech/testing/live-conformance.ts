/** What every live recogniser must do, on real speech. Run by the test of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong, long } from '../../../test/support/long.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { afterFinal, SESSION_START, warmUpStart } from '../live/channel-position.ts'
import type { LiveEvent, LiveRecogniser } from '../live/live-stream.ts'
import { encoded, pcm16, studio, telephone } from './live-format.ts'
import { assertInOrder, finalsOf, play, Playback, plain, textOf } from './live-playback.ts'
import { joined, noise, silence, tone } from './signals.ts'
import {
  alice,
  aliceBeginning,
  clipIn,
  kennedy,
  kennedyBeginning,
  kennedyEnd,
  type Speech,
} from './speech.ts'
import { wordErrorRate } from './word-errors.ts'

/** For what does not depend on the length. */
const beginning = encoded(pcm16, kennedyBeginning.samples)
/** Of {@link kennedy}; a pause follows. */
const firstPhrase = beginning.subarray(0, 3 * 2 * SAMPLE_RATE)

/** Speech whose pauses are shorter than the endpointing of its tests, and which lasts longer than the default maximum. */
const unbroken = isLong ? alice : aliceBeginning

/** Of these, the finals after which a stream is continued. */
const CONTINUED_AFTER = 4

/**
 * Defines the tests of a live recogniser.
 * @param recogniser - opened and closed by the caller
 */
export function liveConformance(recogniser: LiveRecogniser): void {
  let expectedFinals: Utterance[] | undefined
  /** The finals of the beginning when nothing disturbs its recognition. */
  const expected = async () => (expectedFinals ??= finalsOf(await play(recogniser, beginning)))
  let wholeEvents: Promise<LiveEvent[]> | undefined
  /** Those of {@link kennedy}. */
  const whole = async () => (wholeEvents ??= play(recogniser, encoded(pcm16, kennedy.samples)))

  test('speech is recognised though it is cut at every short silence', async () => {
    const events = await whole()
    assert.ok(finalsOf(events).length >= 4)
    assertRecognised(events, kennedy, 1)
  })

  test('partials show what is being spoken, and grow', async () => {
    const playback = new Playback(recogniser, plain)
    for (const seconds of [1, 1.7]) {
      // A partial of all the audio written, except what is too short for another partial.
      const shown = playback.next((event) => event.type === 'partial' && event.utterance.end > seconds - 0.5)
      await playback.write(beginning.subarray(playback.written, seconds * 2 * SAMPLE_RATE))
      await shown
    }
    playback.stream.end()
    await playback.last
    assertInOrder(playback.events, plain)
    const texts = playback.events.flatMap((event) => (event.type === 'partial' ? [event.utterance.text] : []))
    assert.match(texts.at(0)!, /^And so/)
    assert.match(texts.at(-1)!, /^And so,? my fell/)
  })

  test('the result does not depend on how the bytes are cut', async () => {
    assert.ok((await expected()).length >= 2)
    for (const sizes of [[beginning.length], [1, 0, 3, 4999, 0, 777]])
      assert.deepEqual(finalsOf(await play(recogniser, beginning, { sizes })), await expected())
  })

  test('streams do not affect each other', async () => {
    const alone = await expected()
    const closed = new Playback(recogniser, plain)
    const others = [
      play(recogniser, encoded(telephone, aliceBeginning.samples), { format: telephone }),
      play(recogniser, beginning),
    ]
    await closed.write(firstPhrase)
    closed.stream.close()
    const { length } = closed.events
    assert.deepEqual(finalsOf(await play(recogniser, beginning)), alone)
    const [telephoned, same] = await Promise.all(others)
    assert.deepEqual(finalsOf(same!), alone)
    assertRecognised(telephoned!, aliceBeginning, 1)
    assert.equal(closed.events.length, length)
  })

  test('every channel is recognised, in studio quality', async () => {
    const { samples } = kennedyBeginning
    const late = joined(silence(2), samples).slice(0, samples.length)
    const from = plain.from.concat(plain.from)
    const events = await play(recogniser, encoded(studio, samples, late), { format: studio, from })
    assertRecognised(events, kennedyBeginning, 0)
    assert.ok(finalsOf(events, 1).length >= 1)
    assert.ok(finalsOf(events, 1)[0]!.start >= 2)
    assert.ok(finalsOf(events, 1).every(({ channel }) => channel === 1))
  })

  test('telephone speech is recognised', async () => {
    const events = await play(recogniser, encoded(telephone, kennedyEnd.samples), { format: telephone })
    assertRecognised(events, kennedyEnd, 1)
  })

  test('speech without pauses is cut where no word is lost or repeated', async () => {
    const options = { endpointing: 10, maximumDuration: 5 }
    const events = await play(recogniser, encoded(pcm16, unbroken.samples), options)
    assertRecognised(events, unbroken, isLong ? 2 : 1)
    for (const { start, end, text } of finalsOf(events))
      assert.ok(end - start <= 5.2, `${end - start} s: ${text}`)
  })

  test('an utterance within the maximum duration is not cut, however long', async () => {
    const events = await play(recogniser, encoded(pcm16, unbroken.samples), {
      endpointing: 3,
      maximumDuration: 60,
    })
    assert.equal(finalsOf(events).length, 1)
    assertRecognised(events, unbroken, isLong ? 2 : 1)
  })

  test('very quiet speech is recognised, and the gain is reported', async () => {
    const quiet = encoded(
      pcm16,
      kennedyBeginning.samples.map((sample) => sample * 0.003),
    )
    const events = await play(recogniser, quiet, { endpointing: 0.3 })
    assertRecognised(events, kennedyBeginning, 1)
    const gains = events.flatMap((event) => (event.type === 'pre_processing' ? [event.gainDb] : []))
    assert.ok(gains.length >= 5 && gains.every((gain) => gain > 10 && gain <= 40), gains.join(' '))
  })

  test('speech in noise is recognised with the right times when the noise is suppressed', async () => {
    const noisy = noise(kennedyBeginning.samples.length / SAMPLE_RATE, 0.03)
    const audio = encoded(
      pcm16,
      kennedyBeginning.samples.map((sample, i) => 0.8 * sample + noisy[i]!),
    )
    const events = await play(recogniser, audio, { audioEnhancer: true, endpointing: 0.3 })
    assertRecognised(events, kennedyBeginning, 1)
    const last = finalsOf(events).at(-1)!
    assert.ok(Math.abs(last.end - 4.4) < 0.3, `${last.end}`)
  })

  test('no words are recognised where there is no speech', async () => {
    const audio = joined(silence(5), noise(5, 0.001), tone(3, 440), noise(5, 0.3), silence(2))
    const events = await play(recogniser, encoded(pcm16, audio))
    const types = new Set(events.map(({ type }) => type))
    assert.deepEqual(types, new Set(['pre_processing', 'recognised', 'ended']))
    assert.ok(recognisedIn(events) > 19.5)
    assert.deepEqual((await play(recogniser, Buffer.alloc(0))).at(-1), { type: 'ended' })
  })

  test('a stream that continues after any final gives the same finals as one without a break', async () => {
    const bytes = encoded(pcm16, isLong ? joined(aliceBeginning.samples, kennedy.samples) : kennedy.samples)
    const events = isLong ? await play(recogniser, bytes) : await whole()
    const finals = finalsOf(events)
    let from = SESSION_START
    for (const event of events) {
      if (event.type !== 'final') continue
      from = afterFinal(from, event)
      if (from.index % CONTINUED_AFTER !== 0) continue
      const startsAt = warmUpStart([from])
      const position = Math.round(startsAt * SAMPLE_RATE) * 2
      const rest = finalsOf(await play(recogniser, bytes.subarray(position), { startsAt, from: [from] }))
      const texts = (all: readonly Utterance[]) => all.map(({ text }) => text)
      assert.deepEqual(texts(rest), texts(finals.slice(from.index)), `after final ${from.index}`)
    }
  })

  test('an open utterance becomes final at the end', async () => {
    const events = await play(recogniser, beginning.subarray(0, 2 * 2 * SAMPLE_RATE))
    assert.match(textOf(events), /^And so,? my fellow/)
    assert.ok(recognisedIn(events) >= 1.9)
  })

  // test/live-speech.models.test.ts identifies the language of a session, and batch/recogniser.models.test.ts several of a recording.
  test('the language is identified, and may change between utterances', long, async () => {
    const spanish = clipIn('es').samples.slice(1.5 * SAMPLE_RATE, 5 * SAMPLE_RATE)
    const audio = encoded(
      pcm16,
      joined(spanish, silence(1), kennedy.samples.slice(0, 2.5 * SAMPLE_RATE), silence(1)),
    )
    const options = {
      languages: ['en', 'es'],
      codeSwitching: true,
      endpointing: 0.8,
      maximumDuration: 20,
    } as const
    const finals = finalsOf(await play(recogniser, audio, options))
    assert.deepEqual(
      finals.map(({ language }) => language),
      ['es', 'en'],
    )
    assert.match(finals[1]!.text, /^And so,? my fellow Americans/)
  })

  test('a client that is busy for a while misses no event', async () => {
    const playback = new Playback(recogniser, plain)
    await playback.write(beginning)
    playback.stream.end()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
    assert.deepEqual(await playback.last, { type: 'ended' })
    assert.deepEqual(finalsOf(playback.events), await expected())
  })
}

function assertRecognised(events: readonly LiveEvent[], { text, language }: Speech, maxWrong: number): void {
  const words = text.split(' ').length
  const wrong = Math.round(wordErrorRate(text, textOf(events), language) * words)
  assert.ok(wrong <= maxWrong, `${wrong} words are wrong: ${textOf(events)}`)
}

function recognisedIn(events: readonly LiveEvent[]): number {
  return events.reduce(
    (most, event) => (event.type === 'recognised' ? Math.max(most, event.seconds) : most),
    0,
  )
}
