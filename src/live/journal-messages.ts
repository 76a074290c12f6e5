/** The messages of a session, read from its journal. */
import type { LanguageCode } from '../contract/languages.ts'
import type { ServerFrame } from '../contract/live-messages.ts'
import type { Utterance } from '../contract/transcript.ts'
import type { Journal } from './journal.ts'
import { typeOf, unspaced } from './messages.ts'

interface JournalMessages {
  /** Every message as its text, in order. */
  readonly messages: string[]
  /** The final utterances of all channels, by their start. */
  readonly utterances: Utterance[]
}

/** Reads everything that was appended to the journal so far. */
export async function messagesIn(journal: Journal): Promise<JournalMessages> {
  await journal.written()
  const messages: string[] = []
  const utterances: Utterance[] = []
  for await (const { entry } of journal.lines(0)) {
    if (typeof entry !== 'string') continue
    messages.push(entry)
    const { type, isFinal } = typeOf(entry)
    if (type !== 'transcript' || !isFinal) continue
    const { data } = JSON.parse(entry) as Extract<ServerFrame, { type: 'transcript' }>
    utterances.push(unspaced(data.utterance))
  }
  utterances.sort((a, b) => a.start - b.start || a.channel - b.channel)
  return { messages, utterances }
}

/** The languages of utterances, the one spoken longest first. */
export function spokenLanguages(utterances: readonly Utterance[]): LanguageCode[] {
  const seconds = new Map<LanguageCode, number>()
  for (const { language, start, end } of utterances) {
    seconds.set(language, (seconds.get(language) ?? 0) + end - start)
  }
  return [...seconds].toSorted(([, a], [, b]) => b - a).map(([language]) => language)
}
