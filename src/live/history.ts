/** What the journal of an earlier run tells a session that is taken up again. */
import type { ServerFrame } from '../contract/live-messages.ts'
import type { Utterance } from '../contract/transcript.ts'
import type { ChannelPosition } from '../recognition/live/live-stream.ts'
import type { Acknowledgement, KeptStream } from './intake.ts'
import type { Journal } from './journal.ts'
import type { ToldChannel } from './reporter.ts'
import { typeOf, unspaced, utterancePlace } from './messages.ts'

export interface History extends KeptStream {
  /** When the first message was made, in milliseconds since 1970; null when there was none. */
  readonly startedAt: number | null
  /** Where the finals of each channel end. */
  readonly heard: ChannelPosition[]
  /** What was told of each channel. */
  readonly told: ToldChannel[]
  /** The finals of which it is not told what was made of them, by their ids. */
  readonly followed: ReadonlyMap<string, Utterance>
  /** Whether no more sound was to be taken. */
  readonly isStopped: boolean
}

/** Messages that tell how far a channel was heard, as finals do. */
const TELLING: ReadonlySet<string> = new Set(['speech_start', 'speech_end', 'pre_processing'])

/**
 * Reads the journal, and takes away what was said after the recording had ended: the end is made again.
 */
export async function historyOf(journal: Journal, channels: number): Promise<History> {
  const heard = Array.from({ length: channels }, () => ({ time: 0, index: 0 }))
  const told = Array.from({ length: channels }, () => ({ isSpeaking: false, time: 0, processed: 0 }))
  const acknowledgements: Acknowledgement[] = []
  const beginning: Buffer[] = []
  const followed = new Map<string, Utterance>()
  let startedAt: number | null = null
  let header: Buffer | null = null
  let confirmed = 0
  let isStopped = false
  for await (const { entry, start, end } of journal.lines(0)) {
    if (typeof entry === 'string') {
      const { type, isFinal } = typeOf(entry)
      if (type === 'end_recording') {
        await journal.cut(start)
        break
      }
      if (startedAt !== null && !TELLING.has(type) && !isFinal) continue
      const message = JSON.parse(entry) as ServerFrame
      startedAt ??= Date.parse(message.created_at)
      if (message.type === 'transcript' && isFinal) {
        const { channel, index } = utterancePlace(message.data.id)
        const { time = 0 } = heard[channel] ?? {}
        heard[channel] = { time: Math.max(time, message.data.utterance.end), index: index + 1 }
        followed.set(message.data.id, unspaced(message.data.utterance))
      } else if (message.type === 'speech_start' || message.type === 'speech_end') {
        const { channel, time } = message.data
        told[channel] = { ...told[channel]!, isSpeaking: message.type === 'speech_start', time }
      } else if (message.type === 'pre_processing') {
        const { channel, time_range } = message.data
        told[channel] = { ...told[channel]!, processed: time_range[1] }
      }
    } else if (entry.mark === 'beginning') {
      beginning.push(Buffer.from(entry.bytes, 'base64'))
    } else if (entry.mark === 'header') {
      header = Buffer.from(entry.bytes, 'base64')
    } else if (entry.mark === 'acknowledged') {
      acknowledgements.push({ end: entry.range[1], position: end })
      confirmed = Math.max(confirmed, entry.confirmed)
    } else if (entry.mark === 'recognised') {
      for (const place of heard) place.time = Math.max(place.time, entry.seconds)
    } else if (entry.mark === 'enriched') {
      followed.delete(entry.utterance)
    } else if (entry.mark === 'stopped') {
      isStopped = true
    }
  }
  confirmed = Math.min(confirmed, journal.end)
  return {
    startedAt,
    beginning: Buffer.concat(beginning),
    header,
    acknowledgements,
    confirmed,
    heard,
    told,
    followed,
    isStopped,
  }
}
