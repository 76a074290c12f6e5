/** The messages of a session, read from its journal. */
import type { ServerFrame } from '../contract/live-messages.ts'
import type { UnrecognisedSpan } from '../contract/result.ts'
import { unspaced } from '../contract/spaced-utterance.ts'
import type { Utterance } from '../contract/transcript.ts'
import { unrecognisedSpeech } from '../speech/analysis/unrecognised-speech.ts'
import type { Journal } from './journal.ts'
import { typeOf } from './messages.ts'

/** The messages of a session for its result. */
interface JournalMessages {
  /** The texts of the first messages, in order. */
  readonly messages: string[]
  /** How many messages follow them. */
  readonly omitted: number
}

/**
 * The messages appended to the journal so far, up to the first that does not fit.
 * @param maxBytes size of the messages as JSON strings
 */
export async function messagesIn(journal: Journal, maxBytes: number): Promise<JournalMessages> {
  const messages: string[] = []
  let left = maxBytes
  let omitted = 0
  for await (const text of entriesIn(journal)) {
    if (typeof text !== 'string') continue
    left -= Buffer.byteLength(JSON.stringify(text)) + 1
    if (left >= 0) messages.push(text)
    else omitted++
  }
  return { messages, omitted }
}

/** The final utterances and the unrecognised speech of all channels in the journal so far, ordered by start. */
export async function speechIn(
  journal: Journal,
): Promise<{ utterances: Utterance[]; unrecognised: UnrecognisedSpan[] }> {
  const utterances: Utterance[] = []
  const spans: UnrecognisedSpan[] = []
  for await (const entry of entriesIn(journal)) {
    if (typeof entry !== 'string') {
      if (entry.mark === 'unrecognised') spans.push(entry)
      continue
    }
    const { type, isFinal } = typeOf(entry)
    if (type !== 'transcript' || !isFinal) continue
    const { data } = JSON.parse(entry) as Extract<ServerFrame, { type: 'transcript' }>
    utterances.push(unspaced(data.utterance))
  }
  return {
    utterances: utterances.toSorted((a, b) => a.start - b.start || a.channel - b.channel),
    // A span may contain words of later finals, and a recogniser that was reopened repeats spans.
    unrecognised: unrecognisedSpeech(spans, utterances),
  }
}

async function* entriesIn(journal: Journal) {
  await journal.written()
  for await (const { entry } of journal.lines(0)) yield entry
}
