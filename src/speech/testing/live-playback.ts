/** Plays audio into a live recogniser and collects its events. */
import assert from 'node:assert/strict'
import { SESSION_START } from '../live/channel-position.ts'
import type { LiveEvent, LiveRecogniser, LiveStream, LiveStreamOptions } from '../live/live-stream.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { pcm16 } from './live-format.ts'

/** The defaults of a live session, for one channel of English. */
export const plain: LiveStreamOptions = {
  format: pcm16,
  languages: ['en'],
  codeSwitching: false,
  endpointing: 0.05,
  maximumDuration: 5,
  speechThreshold: 0.6,
  audioEnhancer: false,
  from: [SESSION_START],
}

/** A stream and its events so far. */
export class Playback {
  readonly events: LiveEvent[] = []
  readonly stream: LiveStream
  /** Bytes. */
  written = 0
  readonly #last = Promise.withResolvers<LiveEvent>()
  readonly #waiting: { is: (event: LiveEvent) => boolean; resolve: () => void }[] = []

  constructor(recogniser: LiveRecogniser, options: LiveStreamOptions, startsAt = 0) {
    this.stream = recogniser.open(options, startsAt, (event) => {
      this.events.push(event)
      for (const { is, resolve } of this.#waiting) if (is(event)) resolve()
      if (event.type === 'ended' || event.type === 'lost') this.#last.resolve(event)
    })
  }

  /** The last event. */
  get last(): Promise<LiveEvent> {
    return this.#last.promise
  }

  /** Resolves at the next event that matches. */
  next(is: (event: LiveEvent) => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ is, resolve })
    return promise
  }

  /** Writes bytes in chunks of these sizes, repeated. */
  async write(bytes: Uint8Array, sizes: readonly number[] = [1600]): Promise<void> {
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length]!
      await this.stream.write(bytes.subarray(at, at + size))
      at += size
    }
    this.written += bytes.length
  }
}

/** Plays all bytes, checks the order of the events, and returns them. */
export async function play(
  recogniser: LiveRecogniser,
  bytes: Uint8Array,
  {
    sizes,
    startsAt = 0,
    ...options
  }: Partial<LiveStreamOptions> & { sizes?: readonly number[]; startsAt?: number } = {},
): Promise<LiveEvent[]> {
  const all = { ...plain, ...options }
  const playback = new Playback(recogniser, all, startsAt)
  await playback.write(bytes, sizes)
  playback.stream.end()
  assert.deepEqual(await playback.last, { type: 'ended' })
  assertInOrder(playback.events, all)
  return playback.events
}

export const isRecognised = ({ type }: LiveEvent) => type === 'recognised'

export function finalsOf(events: readonly LiveEvent[], channel = 0): Utterance[] {
  return events.flatMap((event) =>
    event.type === 'final' && event.channel === channel ? [event.utterance] : [],
  )
}

export function textOf(events: readonly LiveEvent[], channel = 0): string {
  return finalsOf(events, channel)
    .map(({ text }) => text)
    .join(' ')
}

/**
 * Asserts that speech starts and ends alternate, that partials precede their final, and that finals are in order of index
 * and time.
 */
export function assertInOrder(events: readonly LiveEvent[], { from }: LiveStreamOptions): void {
  for (const [channel, { time, index }] of from.entries()) {
    // If the stream continues within speech, that speech has already started.
    const first = events.find((event) => event.type === 'speech_start' || event.type === 'speech_end')
    let speaking = time > 0 && first?.type === 'speech_end'
    let next = index
    let earliest = time
    let latest = time
    for (const event of events) {
      if (event.type === 'recognised') earliest = Math.max(earliest, event.seconds)
      if (!('channel' in event) || event.channel !== channel) continue
      switch (event.type) {
        case 'speech_start':
        case 'speech_end':
          assert.equal(speaking, event.type === 'speech_end')
          assert.ok(event.time >= latest, `${event.type} at ${event.time} after ${latest}`)
          speaking = !speaking
          latest = event.time
          break
        case 'partial':
        case 'final': {
          const { start, words, text } = event.utterance
          assert.equal(event.index, next)
          assert.ok(start >= earliest - 0.001, `${event.type} at ${start} after ${earliest}: ${text}`)
          assert.ok(speaking || latest > time, 'speech has started')
          assert.equal(
            words
              .map(({ word }) => word)
              .join('')
              .trim(),
            text,
          )
          let at = start
          for (const word of words) {
            assert.ok(at <= word.start && word.start <= word.end, `${word.word} at ${word.start} after ${at}`)
            at = word.end
          }
          if (event.type === 'final') {
            earliest = at
            next++
          }
          break
        }
        case 'unrecognised':
          assert.ok(event.start < event.end)
          break
        case 'pre_processing':
          assert.ok(event.range[0] < event.range[1] && event.speechProbability <= 1 && event.gainDb >= 0)
      }
    }
    assert.ok(!speaking)
  }
  const recognised = events.flatMap((event) => (event.type === 'recognised' ? [event.seconds] : []))
  assert.deepEqual(
    recognised,
    recognised.toSorted((a, b) => a - b),
  )
}
