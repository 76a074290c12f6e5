/** The messages of a session, read from its journal. */
import type { ServerFrame } from '../contract/live-messages.ts'
import { unspaced } from '../contract/spaced-utterance.ts'
import type { Utterance } from '../contract/transcript.ts'
import type { Journal } from './journal.ts'
import { typeOf } from './messages.ts'

/** The messages of a session, as a result has them. */
interface JournalMessages {
  /** The first messages as their texts, in order. */
  readonly messages: string[]
  /** How many messages follow those. */
  readonly omitted: number
}

/**
 * The messages that were appended to the journal so far, up to the first that does not fit.
 * @param maxBytes size of the messages as JSON strings
 */
export async function messagesIn(journal: Journal, maxBytes: number): Promise<JournalMessages> {
  const messages: string[] = []
  let left = maxBytes
  let omitted = 0
  for await (const text of messageTexts(journal)) {
    left -= Buffer.byteLength(JSON.stringify(text)) + 1
    if (left >= 0) messages.push(text)
    else omitted++
  }
  return { messages, omitted }
}

/** The final utterances of all channels in the journal so far, by their start. */
export async function utterancesIn(journal: Journal): Promise<Utterance[]> {
  const utterances: Utterance[] = []
  for await (const text of messageTexts(journal)) {
    const { type, isFinal } = typeOf(text)
    if (type !== 'transcript' || !isFinal) continue
    const { data } = JSON.parse(text) as Extract<ServerFrame, { type: 'transcript' }>
    utterances.push(unspaced(data.utterance))
  }
  return utterances.toSorted((a, b) => a.start - b.start || a.channel - b.channel)
}

async function* messageTexts(journal: Journal): AsyncGenerator<string> {
  await journal.written()
  for await (const { entry } of journal.lines(0)) if (typeof entry === 'string') yield entry
}
