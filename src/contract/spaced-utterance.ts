/** Texts in messages of live sessions begin with a space, so that clients can append them to each other. */
import type { translatedUtterance, Utterance } from './transcript.ts'
import type { z } from 'zod'

type AnyUtterance = Utterance | z.infer<typeof translatedUtterance>

/** An utterance as sent in messages: its text and its first word begin with a space. */
export function spaced<U extends AnyUtterance>(utterance: U): U {
  const words = utterance.words.map((one, i) => (i === 0 ? { ...one, word: ` ${one.word}` } : one))
  return { ...utterance, words, text: ` ${utterance.text}` }
}

/** The inverse of {@link spaced}: an utterance as stored in results. */
export function unspaced(utterance: Utterance): Utterance {
  const words = utterance.words.map((one, i) => (i === 0 ? { ...one, word: one.word.slice(1) } : one))
  return { ...utterance, words, text: utterance.text.slice(1) }
}
