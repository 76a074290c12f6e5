/** The frames of a client. */
import { clientFrame } from '../contract/live-messages.ts'

/** What a text frame says; `reason` is for the client. */
export type ClientFrame =
  | { readonly type: 'audio'; readonly bytes: Buffer }
  | { readonly type: 'stop' }
  | { readonly type: 'invalid audio' | 'malformed'; readonly reason: string }

/** Both alphabets of RFC 4648, with or without padding. */
const BASE64 = /^([\w+/-]*)={0,2}$/

export function parseFrame(text: Buffer): ClientFrame {
  let json: unknown
  try {
    json = JSON.parse(text.toString())
  } catch {
    return { type: 'malformed', reason: 'A text frame must be JSON. Send audio as a binary frame.' }
  }
  const parsed = clientFrame.safeParse(json)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'frame'}: ${message}`)
    return { type: 'malformed', reason: `The frame is malformed. ${faults.join('; ')}.` }
  }
  if (parsed.data.type === 'stop_recording') return { type: 'stop' }
  const { chunk } = parsed.data.data
  const digits = BASE64.exec(chunk)?.[1]
  // A single digit is less than a byte.
  if (digits === undefined || digits.length % 4 === 1)
    return { type: 'invalid audio', reason: 'data.chunk: must be base64' }
  return { type: 'audio', bytes: Buffer.from(chunk, 'base64') }
}
