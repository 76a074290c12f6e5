import { hash } from 'node:crypto'
import { typeOf } from './messages.ts'

/** Types of which a session has one message. */
const SINGLE: ReadonlySet<string> = new Set([
  'start_session',
  'start_recording',
  'end_recording',
  'end_session',
])

/**
 * Gives each message of a session a key that is the same whenever the journal is read, so that it is recorded for
 * delivery once: a hash of its text, which includes its time. What follows the end of the recording is made again after
 * a crash, at another time: its key is its type and a count, and the first version that is recorded stands.
 */
export class MessageKeys {
  #isEnding = false
  readonly #counts = new Map<string, number>()

  /** Is called once with every message, in order. */
  next(text: string): { key: string; type: string } {
    const { type } = typeOf(text)
    if (SINGLE.has(type)) {
      if (type === 'end_recording') this.#isEnding = true
      return { key: type, type }
    }
    if (!this.#isEnding) return { key: hash('sha256', text).slice(0, 32), type }
    const count = this.#counts.get(type) ?? 0
    this.#counts.set(type, count + 1)
    return { key: `${type}_${count}`, type }
  }
}
