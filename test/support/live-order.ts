/** The order of the messages of a session, as section 5 of the contract defines it. */
import assert from 'node:assert/strict'
import type { ServerFrame } from '../../src/contract/live-messages.ts'

type Type = ServerFrame['type']

/** The parts of a session, in order; other types may occur in any part. */
const PARTS: readonly (readonly Type[])[] = [
  ['start_session'],
  ['start_recording'],
  ['audio_chunk'],
  ['stop_recording'],
  ['end_recording'],
  ['post_transcript'],
  ['post_summarization', 'post_chapterization'],
  ['post_final_transcript'],
  ['end_session'],
]
const END_OF_RECORDING = PARTS.findIndex((part) => part.includes('end_recording'))
const WHILE_RECORDING: ReadonlySet<Type> = new Set([
  'speech_start',
  'speech_end',
  'pre_processing',
  'transcript',
  'translation',
  'named_entity_recognition',
  'sentiment_analysis',
])
/** Types that occur at most once. */
const ONCE: ReadonlySet<Type> = new Set(
  PARTS.flat().filter((type) => type !== 'audio_chunk' && type !== 'stop_recording'),
)

/** What was reported about one channel. */
interface Channel {
  /** The index and the end of the last final utterance. */
  index: number
  end: number
  speaking: boolean
  /** Time of the last speech event. */
  time: number
  /** Where the last block of pre_processing ended. */
  processed: number
}

/** Fails at the first message that is out of order. Messages must not be repeated; unrequested ones may be missing. */
export class MessageOrder {
  readonly #session: string
  readonly #hasFinals: boolean
  readonly #seen = new Set<Type>()
  readonly #channels = new Map<number, Channel>()
  readonly #finals = new Set<string>()
  #part = 0

  /** @param hasFinals whether final transcripts were requested */
  constructor(session: string, hasFinals = true) {
    this.#session = session
    this.#hasFinals = hasFinals
  }

  next(frame: ServerFrame): void {
    const what = JSON.stringify(frame).slice(0, 300)
    assert.equal(frame.session_id, this.#session)
    assert.ok(!this.#seen.has('end_session'), `after the end: ${what}`)
    assert.ok(!ONCE.has(frame.type) || !this.#seen.has(frame.type), `repeated: ${what}`)
    this.#seen.add(frame.type)
    const part = PARTS.findIndex((types) => types.includes(frame.type))
    // Audio may be refused at any time.
    const isRefusal = frame.type === 'audio_chunk' && !frame.acknowledged
    if (part >= 0 && !isRefusal) {
      assert.ok(part >= this.#part, `too late: ${what}`)
      this.#part = part
    }
    if (WHILE_RECORDING.has(frame.type)) {
      assert.ok(this.#part < END_OF_RECORDING, `after the recording: ${what}`)
    }
    if ('error' in frame && 'data' in frame) {
      assert.equal(frame.data === null, frame.error !== null, `data is null where error is not: ${what}`)
    }
    this.#follow(frame, what)
  }

  #follow(frame: ServerFrame, what: string): void {
    if (frame.type === 'speech_start' || frame.type === 'speech_end') {
      const channel = this.#channel(frame.data.channel)
      assert.equal(channel.speaking, frame.type === 'speech_end', `twice in a row: ${what}`)
      assert.ok(frame.data.time >= channel.time, `back in time: ${what}`)
      channel.speaking = frame.type === 'speech_start'
      channel.time = frame.data.time
    } else if (frame.type === 'pre_processing') {
      const channel = this.#channel(frame.data.channel)
      const [from, to] = frame.data.time_range
      assert.ok(from >= channel.processed - 1e-6 && to > from, `back in time: ${what}`)
      channel.processed = to
    } else if (frame.type === 'transcript') this.#transcript(frame.data, what)
    else if (
      (frame.type === 'translation' ||
        frame.type === 'named_entity_recognition' ||
        frame.type === 'sentiment_analysis') &&
      frame.data !== null &&
      this.#hasFinals
    )
      assert.ok(this.#finals.has(frame.data.utterance_id), `before its transcript: ${what}`)
  }

  #transcript(data: Extract<ServerFrame, { type: 'transcript' }>['data'], what: string): void {
    const { id, is_final: isFinal, utterance } = data
    const [number, index] = id.split('_').map(Number) as [number, number]
    assert.equal(number, utterance.channel, what)
    const channel = this.#channel(number)
    assert.ok(index > channel.index, `of an utterance that is final, or was skipped: ${what}`)
    assert.match(utterance.text, /^ \S/, what)
    assert.equal(utterance.words.map(({ word }) => word).join(''), utterance.text)
    let earliest = isFinal ? channel.end : utterance.start
    for (const { word, start, end } of utterance.words) {
      assert.match(word, /^ \S/, what)
      assert.ok(earliest <= start + 1e-6 && start <= end, `${word} begins too early: ${what}`)
      earliest = start
    }
    assert.ok(utterance.start <= utterance.end, what)
    if (!isFinal) return
    channel.index = index
    channel.end = utterance.end
    this.#finals.add(id)
  }

  #channel(number: number): Channel {
    const known = this.#channels.get(number)
    if (known !== undefined) return known
    const channel = { index: -1, end: 0, speaking: false, time: 0, processed: 0 }
    this.#channels.set(number, channel)
    return channel
  }
}
