/** What every live recogniser must do, on real speech. Run by the test of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LiveEvent, LiveRecogniser } from '../live/live-stream.ts'
import { encoded, pcm16, studio, telephone } from './live-format.ts'
import { assertInOrder, finalsOf, hear, Hearing, plain, textOf } from './live-playback.ts'
import { joined, noise, silence, tone } from './signals.ts'
import { alice, clipIn, kennedy, type Speech } from './speech.ts'
import { wordErrorRate } from './word-errors.ts'

const said = encoded(pcm16, kennedy.samples)
/** Of {@link kennedy}; a pause follows. */
const firstPhrase = encoded(pcm16, kennedy.samples.slice(0, 3 * SAMPLE_RATE))

/**
 * Defines the tests of a live recogniser.
 * @param recogniser - opened and closed by the caller
 */
export function liveConformance(recogniser: LiveRecogniser): void {
  let heard: readonly LiveEvent[] | undefined
  const hearKennedy = async () => (heard ??= await hear(recogniser, said))

  test('speech is understood though it is cut at every short silence', async () => {
    const events = await hearKennedy()
    assert.ok(finalsOf(events).length >= 4)
    assertUnderstood(events, kennedy, 1)
  })

  test('what is being spoken is shown, and grows', async () => {
    const hearing = new Hearing(recogniser, plain)
    for (const seconds of [1, 1.7]) {
      // Of all that is there, but for what is too little to be shown again.
      const shown = hearing.next((event) => event.type === 'partial' && event.utterance.end > seconds - 0.5)
      await hearing.write(said.subarray(hearing.written, seconds * 2 * SAMPLE_RATE))
      await shown
    }
    hearing.stream.end()
    await hearing.last
    assertInOrder(hearing.events, plain)
    const texts = hearing.events.flatMap((event) => (event.type === 'partial' ? [event.utterance.text] : []))
    assert.match(texts.at(0)!, /^And so/)
    assert.match(texts.at(-1)!, /^And so,? my fell/)
  })

  test('what is heard does not depend on how the bytes are cut', async () => {
    const expected = finalsOf(await hearKennedy())
    for (const sizes of [[said.length], [1, 0, 3, 4999, 0, 777]])
      assert.deepEqual(finalsOf(await hear(recogniser, said, { sizes })), expected)
  })

  test('streams do not disturb each other', async () => {
    const expected = finalsOf(await hearKennedy())
    const closed = new Hearing(recogniser, plain)
    const others = [
      hear(recogniser, encoded(telephone, alice.samples), { format: telephone }),
      hear(recogniser, said),
    ]
    await closed.write(firstPhrase)
    closed.stream.close()
    const { length } = closed.events
    assert.deepEqual(finalsOf(await hear(recogniser, said)), expected)
    const [telephoned, same] = await Promise.all(others)
    assert.deepEqual(finalsOf(same!), expected)
    assertUnderstood(telephoned!, alice, 3)
    assert.equal(closed.events.length, length)
  })

  test('every channel is heard, in studio quality', async () => {
    const late = joined(silence(2), kennedy.samples).slice(0, kennedy.samples.length)
    const from = plain.from.concat(plain.from)
    const events = await hear(recogniser, encoded(studio, kennedy.samples, late), { format: studio, from })
    assertUnderstood(events, kennedy, 1)
    assert.ok(finalsOf(events, 1).length >= 3)
    assert.ok(finalsOf(events, 1)[0]!.start >= 2)
    assert.ok(finalsOf(events, 1).every(({ channel }) => channel === 1))
  })

  test('a telephone is understood', async () => {
    const events = await hear(recogniser, encoded(telephone, kennedy.samples), { format: telephone })
    assertUnderstood(events, kennedy, 3)
  })

  test('who does not pause is cut where no word is lost or said twice', async () => {
    const options = { endpointing: 10, maximumDuration: 5 }
    const events = await hear(recogniser, encoded(pcm16, alice.samples), options)
    assertUnderstood(events, alice, 2)
    for (const { start, end, text } of finalsOf(events))
      assert.ok(end - start <= 5.2, `${end - start} s: ${text}`)
  })

  test('a long utterance is one, however long', async () => {
    const events = await hear(recogniser, encoded(pcm16, alice.samples), {
      endpointing: 3,
      maximumDuration: 60,
    })
    assert.equal(finalsOf(events).length, 1)
    assertUnderstood(events, alice, 2)
  })

  test('a whisper is understood, and the gain is told', async () => {
    const whisper = encoded(
      pcm16,
      kennedy.samples.map((sample) => sample * 0.003),
    )
    const events = await hear(recogniser, whisper, { endpointing: 0.3 })
    assertUnderstood(events, kennedy, 3)
    const gains = events.flatMap((event) => (event.type === 'pre_processing' ? [event.gainDb] : []))
    assert.ok(gains.length >= 11 && gains.every((gain) => gain > 10 && gain <= 40), gains.join(' '))
  })

  test('speech in noise is understood, and keeps its times, when the noise is taken out', async () => {
    const noisy = noise(kennedy.samples.length / SAMPLE_RATE, 0.03)
    const sound = encoded(
      pcm16,
      kennedy.samples.map((sample, i) => 0.8 * sample + noisy[i]!),
    )
    const events = await hear(recogniser, sound, { audioEnhancer: true, endpointing: 0.3 })
    assertUnderstood(events, kennedy, 2)
    const last = finalsOf(events).at(-1)!
    assert.ok(Math.abs(last.end - 10.5) < 0.3, `${last.end}`)
  })

  test('nothing is heard where nobody speaks', async () => {
    const sound = joined(silence(5), noise(5, 0.001), tone(3, 440), noise(5, 0.3), silence(2))
    const events = await hear(recogniser, encoded(pcm16, sound))
    const types = new Set(events.map(({ type }) => type))
    assert.deepEqual(types, new Set(['pre_processing', 'recognised', 'ended']))
    assert.ok(recognisedIn(events) > 19.5)
    assert.deepEqual((await hear(recogniser, Buffer.alloc(0))).at(-1), { type: 'ended' })
  })

  test('a stream that begins in the middle gives the rest, and counts on', async () => {
    const finals = finalsOf(await hearKennedy())
    const index = 2
    const { end: time } = finals[index - 1]!
    const startsAt = Math.floor(time)
    const rest = await hear(recogniser, said.subarray(startsAt * 2 * SAMPLE_RATE), {
      startsAt,
      from: [{ time, index }],
    })
    const text = [...finals.slice(0, index), ...finalsOf(rest)].map((utterance) => utterance.text).join(' ')
    assert.ok(wordErrorRate(kennedy.text, text, 'en') < 0.1, text)
  })

  test('what is open at the end becomes final', async () => {
    const events = await hear(recogniser, said.subarray(0, 2 * 2 * SAMPLE_RATE))
    assert.match(textOf(events), /^And so,? my fellow/)
    assert.ok(recognisedIn(events) >= 1.9)
  })

  test('the language is found, and may change between utterances', async () => {
    const spanish = clipIn('es').samples.slice(0, 6 * SAMPLE_RATE)
    const sound = encoded(
      pcm16,
      joined(spanish, silence(1), kennedy.samples.slice(0, 2.5 * SAMPLE_RATE), silence(1)),
    )
    const options = {
      languages: ['en', 'es'],
      codeSwitching: true,
      endpointing: 0.8,
      maximumDuration: 20,
    } as const
    const finals = finalsOf(await hear(recogniser, sound, options))
    assert.deepEqual(
      finals.map(({ language }) => language),
      ['es', 'en'],
    )
    assert.match(finals[1]!.text, /^And so,? my fellow Americans/)
  })

  test('a listener that is busy for a while misses nothing', async () => {
    const hearing = new Hearing(recogniser, plain)
    await hearing.write(said)
    hearing.stream.end()
    const until = performance.now() + 1500
    while (performance.now() < until);
    assert.deepEqual(await hearing.last, { type: 'ended' })
    assert.deepEqual(finalsOf(hearing.events), finalsOf(await hearKennedy()))
  })
}

function assertUnderstood(events: readonly LiveEvent[], { text, language }: Speech, mostWrong: number): void {
  const words = text.split(' ').length
  const wrong = Math.round(wordErrorRate(text, textOf(events), language) * words)
  assert.ok(wrong <= mostWrong, `${wrong} words are wrong: ${textOf(events)}`)
}

function recognisedIn(events: readonly LiveEvent[]): number {
  return events.reduce(
    (most, event) => (event.type === 'recognised' ? Math.max(most, event.seconds) : most),
    0,
  )
}
