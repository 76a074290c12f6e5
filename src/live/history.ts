/** Reads the history of a recovered session from the journal that an earlier run of the service left. */
import type { ServerFrame } from '../contract/live-messages.ts'
import { unspaced } from '../contract/spaced-utterance.ts'
import type { Utterance } from '../contract/transcript.ts'
import { afterFinal, type ChannelPosition, SESSION_START } from '../speech/live/channel-position.ts'
import type { Acknowledgement } from './acknowledgements.ts'
import type { StreamStart } from './client-stream.ts'
import type { AcknowledgedHistory } from './intake.ts'
import type { Journal } from './journal.ts'
import { typeOf, parseUtteranceId } from './messages.ts'
import type { ReportedHistory } from './reporter.ts'

export interface History extends StreamStart, AcknowledgedHistory, ReportedHistory {
  /** Where the finals of each channel end. */
  readonly finals: ChannelPosition[]
  /** Final utterances whose enrichments were not reported, by id. */
  readonly unenriched: ReadonlyMap<string, Utterance>
  /** Whether the recording had stopped. */
  readonly isStopped: boolean
}

/** Types of messages, besides finals, that show how far a channel was reported. */
const PROGRESS: ReadonlySet<string> = new Set(['speech_start', 'speech_end', 'pre_processing'])

/** Reads the journal. Removes the end of the recording and everything after it, which is reported again. */
export async function readHistory(journal: Journal, channels: number): Promise<History> {
  const finals = Array.from({ length: channels }, () => SESSION_START)
  /** Where the audio of finals ends, by utterance id. */
  const ends = new Map<string, number>()
  const reported = Array.from({ length: channels }, () => ({ isSpeaking: false, time: 0, processed: 0 }))
  const acknowledgements: Acknowledgement[] = []
  const beginning: Buffer[] = []
  const tail: Buffer[] = []
  const unenriched = new Map<string, Utterance>()
  let startedAt: number | null = null
  let header: Buffer | null = null
  let confirmed = 0
  let isStopped = false
  for await (const { entry, start, end } of journal.lines(0)) {
    if (typeof entry === 'string') {
      const { type, isFinal } = typeOf(entry)
      if (type === 'end_recording') {
        await journal.truncate(start)
        break
      }
      if (startedAt !== null && !PROGRESS.has(type) && !isFinal) continue
      const message = JSON.parse(entry) as ServerFrame
      startedAt ??= Date.parse(message.created_at)
      if (message.type === 'transcript' && isFinal) {
        const { channel, index } = parseUtteranceId(message.data.id)
        const utterance = unspaced(message.data.utterance)
        const until = ends.get(message.data.id) ?? utterance.end
        finals[channel] = afterFinal(finals[channel] ?? SESSION_START, { index, utterance, until })
        unenriched.set(message.data.id, utterance)
      } else if (message.type === 'speech_start' || message.type === 'speech_end') {
        const { channel, time } = message.data
        reported[channel] = { ...reported[channel]!, isSpeaking: message.type === 'speech_start', time }
      } else if (message.type === 'pre_processing') {
        const { channel, time_range } = message.data
        reported[channel] = { ...reported[channel]!, processed: time_range[1] }
      }
      continue
    }
    switch (entry.mark) {
      case 'beginning':
        beginning.push(Buffer.from(entry.bytes, 'base64'))
        break
      case 'header':
        header = Buffer.from(entry.bytes, 'base64')
        break
      case 'tail':
        tail.push(Buffer.from(entry.bytes, 'base64'))
        break
      case 'acknowledged':
        acknowledgements.push({ end: entry.range[1], position: end })
        confirmed = Math.max(confirmed, entry.confirmed)
        break
      case 'recognised':
        for (const [channel, final] of finals.entries())
          finals[channel] = { ...final, time: Math.max(final.time, entry.seconds) }
        break
      case 'final':
        ends.set(entry.utterance, entry.seconds)
        break
      case 'enriched':
        unenriched.delete(entry.utterance)
        break
      case 'stopped':
        isStopped = true
        break
      case 'unrecognised':
      case 'refused':
      case 'lost':
    }
  }
  return {
    startedAt,
    beginning: Buffer.concat(beginning),
    header,
    tail: Buffer.concat(tail),
    acknowledgements,
    confirmed: Math.min(confirmed, journal.end),
    finals,
    reported,
    unenriched,
    isStopped,
  }
}
