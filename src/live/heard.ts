/** What was said and heard in a session, as its journal has it. */
import type { LanguageCode } from '../contract/languages.ts'
import type { ServerFrame } from '../contract/live-messages.ts'
import type { Transcription, Utterance } from '../contract/transcript.ts'
import type { Journal } from './journal.ts'
import { typeOf, unspaced } from './messages.ts'

interface Heard {
  /** Every message, in order. */
  readonly messages: string[]
  /** The final transcripts, in the order of time. */
  readonly utterances: Utterance[]
}

export async function heardIn(journal: Journal): Promise<Heard> {
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

export function transcriptionOf(utterances: readonly Utterance[]): Transcription {
  return {
    full_transcript: utterances.map(({ text }) => text).join(' '),
    languages: mostSpoken(utterances),
    utterances: [...utterances],
  }
}

function mostSpoken(utterances: readonly Utterance[]): LanguageCode[] {
  const seconds = new Map<LanguageCode, number>()
  for (const { language, start, end } of utterances) {
    seconds.set(language, (seconds.get(language) ?? 0) + end - start)
  }
  return [...seconds].toSorted(([, a], [, b]) => b - a).map(([language]) => language)
}
