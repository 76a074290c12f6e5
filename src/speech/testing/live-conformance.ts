/** The requirements for every live recogniser, tested on speech that it can hear. Run by the test of each recogniser. */
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
import * as recordings from './speech.ts'
import type { Speech } from './speech.ts'
import { wordErrorRate } from '../../text/word-errors.ts'

/** A stream is continued after each final whose number is a multiple of this. */
const CONTINUED_AFTER = 4

/**
 * Defines the tests of a live recogniser.
 * @param recogniser - opened and closed by the caller
 * @param hear - turns speech into speech that the recogniser can hear. Default: unchanged.
 */
export async function liveConformance(
  recogniser: LiveRecogniser,
  hear?: (speech: Speech) => Promise<Speech>,
): Promise<void> {
  const heard = async (speech: Speech) => hear?.(speech) ?? speech
  const whole = await heard(recordings.kennedy)
  const beginning = await heard(recordings.kennedyBeginning)
  const ending = await heard(recordings.kennedyEnd)
  const aliceBeginning = await heard(recordings.aliceBeginning)
  /** Its pauses are shorter than the endpointing of its tests, and it is longer than the default maximum. */
  const unbroken = isLong ? await heard(recordings.alice) : aliceBeginning
  /** For tests that do not depend on the length. */
  const bytes = encoded(pcm16, beginning.samples)
  /** Ends before a pause. */
  const firstPhrase = bytes.subarray(0, 3 * 2 * SAMPLE_RATE)

  let expectedFinals: Utterance[] | undefined
  /** The finals of the beginning when nothing disturbs recognition. */
  const expected = async () => (expectedFinals ??= finalsOf(await play(recogniser, bytes)))
  let wholeEvents: Promise<LiveEvent[]> | undefined
  const eventsOfWhole = async () => (wholeEvents ??= play(recogniser, encoded(pcm16, whole.samples)))

  test('speech is recognised even if it is cut at every short silence', async () => {
    const events = await eventsOfWhole()
    assert.ok(finalsOf(events).length >= 4)
    assertRecognised(events, whole, 1)
  })

  test('partials show what is being spoken, and grow', async () => {
    const playback = new Playback(recogniser, plain)
    for (const [seconds, words] of [
      [1, 1],
      [2.2, 3],
    ] as const) {
      const shown = playback.next(
        (event) => event.type === 'partial' && event.utterance.words.length >= words,
      )
      await playback.write(bytes.subarray(playback.written, seconds * 2 * SAMPLE_RATE))
      await shown
    }
    playback.stream.end()
    await playback.last
    assertInOrder(playback.events, plain)
    const texts = playback.events.flatMap((event) => (event.type === 'partial' ? [event.utterance.text] : []))
    assertBegins(texts.at(0)!, beginning, 1)
    assertBegins(texts.at(-1)!, beginning, 3)
  })

  test('the result does not depend on how the bytes are split', async () => {
    assert.ok((await expected()).length >= 2)
    for (const sizes of [[bytes.length], [1, 0, 3, 4999, 0, 777]])
      assert.deepEqual(finalsOf(await play(recogniser, bytes, { sizes })), await expected())
  })

  test('streams do not affect each other', async () => {
    const alone = await expected()
    const closed = new Playback(recogniser, plain)
    const others = [
      play(recogniser, encoded(telephone, aliceBeginning.samples), { format: telephone }),
      play(recogniser, bytes),
    ]
    await closed.write(firstPhrase)
    closed.stream.close()
    const { length } = closed.events
    assert.deepEqual(finalsOf(await play(recogniser, bytes)), alone)
    const [telephoned, same] = await Promise.all(others)
    assert.deepEqual(finalsOf(same!), alone)
    assertRecognised(telephoned!, aliceBeginning, 1)
    assert.equal(closed.events.length, length)
  })

  test('every channel is recognised, in studio quality', async () => {
    const { samples } = beginning
    const late = joined(silence(2), samples).slice(0, samples.length)
    const from = plain.from.concat(plain.from)
    const events = await play(recogniser, encoded(studio, samples, late), { format: studio, from })
    assertRecognised(events, beginning, 0)
    assert.ok(finalsOf(events, 1).length >= 1)
    assert.ok(finalsOf(events, 1)[0]!.start >= 2)
    assert.ok(finalsOf(events, 1).every(({ channel }) => channel === 1))
  })

  test('telephone speech is recognised', async () => {
    const events = await play(recogniser, encoded(telephone, ending.samples), { format: telephone })
    assertRecognised(events, ending, 1)
  })

  test('speech without pauses is cut where no word is lost or repeated', async () => {
    const options = { endpointing: 10, maximumDuration: 5 }
    const events = await play(recogniser, encoded(pcm16, unbroken.samples), options)
    assertRecognised(events, unbroken, isLong ? 2 : 1)
    for (const { start, end, text } of finalsOf(events))
      assert.ok(end - start <= 5.2, `${end - start} s: ${text}`)
  })

  test('an utterance within the maximum duration is not cut, even if it is long', async () => {
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
      beginning.samples.map((sample) => sample * 0.003),
    )
    const events = await play(recogniser, quiet, { endpointing: 0.3 })
    assertRecognised(events, beginning, 1)
    const gains = events.flatMap((event) => (event.type === 'pre_processing' ? [event.gainDb] : []))
    assert.ok(gains.length >= 5 && gains.every((gain) => gain > 10 && gain <= 40), gains.join(' '))
  })

  test('speech in noise is recognised with the right times if the noise is suppressed', async () => {
    const noisy = noise(beginning.samples.length / SAMPLE_RATE, 0.03)
    const audio = encoded(
      pcm16,
      beginning.samples.map((sample, i) => 0.8 * sample + noisy[i]!),
    )
    const events = await play(recogniser, audio, { audioEnhancer: true, endpointing: 0.3 })
    assertRecognised(events, beginning, 1)
    const last = finalsOf(events).at(-1)!
    assert.ok(Math.abs(last.end - 4.4) < 0.3, `${last.end}`)
  })

  test('no words are recognised without speech', async () => {
    const audio = joined(silence(5), noise(5, 0.001), tone(3, 440), noise(5, 0.3), silence(2))
    const events = await play(recogniser, encoded(pcm16, audio))
    const types = new Set(events.map(({ type }) => type))
    assert.deepEqual(types, new Set(['pre_processing', 'recognised', 'ended']))
    assert.ok(recognisedIn(events) > 19.5)
    assert.deepEqual((await play(recogniser, Buffer.alloc(0))).at(-1), { type: 'ended' })
  })

  test('a stream that continues after any final has the same finals as an uninterrupted one', async () => {
    const all = encoded(pcm16, isLong ? joined(aliceBeginning.samples, whole.samples) : whole.samples)
    const events = isLong ? await play(recogniser, all) : await eventsOfWhole()
    const finals = finalsOf(events)
    let from = SESSION_START
    for (const event of events) {
      if (event.type !== 'final') continue
      from = afterFinal(from, event)
      if (from.index % CONTINUED_AFTER !== 0) continue
      const startsAt = warmUpStart([from])
      const position = Math.round(startsAt * SAMPLE_RATE) * 2
      const rest = finalsOf(await play(recogniser, all.subarray(position), { startsAt, from: [from] }))
      const texts = (some: readonly Utterance[]) => some.map(({ text }) => text)
      assert.deepEqual(texts(rest), texts(finals.slice(from.index)), `after final ${from.index}`)
    }
  })

  test('an open utterance becomes final at the end', async () => {
    const events = await play(recogniser, bytes.subarray(0, 2 * 2 * SAMPLE_RATE))
    assertBegins(textOf(events), beginning, 3)
    assert.ok(recognisedIn(events) >= 1.9)
  })

  // Languages are identified in a session by test/live-speech.models.test.ts, and several in a recording by
  // batch/recogniser.models.test.ts.
  test('the language is identified, and may change between utterances', long, async () => {
    const { kennedy, clipIn } = recordings
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

  test('a client that is busy for a while does not miss events', async () => {
    const playback = new Playback(recogniser, plain)
    await playback.write(bytes)
    playback.stream.end()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
    assert.deepEqual(await playback.last, { type: 'ended' })
    assert.deepEqual(finalsOf(playback.events), await expected())
  })
}

/** @param words - how many leading words the text must at least share with the speech */
function assertBegins(text: string, speech: Speech, words: number): void {
  const beginningOf = (some: string) => some.toLowerCase().replaceAll(',', '').split(' ').slice(0, words)
  assert.deepEqual(beginningOf(text), beginningOf(speech.text))
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
