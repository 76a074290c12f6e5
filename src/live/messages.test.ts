import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Message, MessageKeys, messageText } from './messages.ts'

const error: Message = { type: 'error', error: { message: 'Not JSON.' } }
const textAt = (at: number, message: Message = error) => messageText('session', at, message)
const endOfRecording: Message = { type: 'end_recording', data: { recording_duration: 1 } }

/** The keys of messages, as given by reading the journal once. */
function keysOf(texts: readonly string[]): string[] {
  const keys = new MessageKeys()
  return texts.map((text) => keys.next(text).key)
}

suite('message keys', () => {
  test('are the same whenever the journal is read, and differ between messages', () => {
    const texts = [textAt(0, { type: 'start_session' }), textAt(1), textAt(2), textAt(3)]
    const keys = keysOf(texts)
    assert.deepEqual(keysOf(texts), keys)
    assert.equal(new Set(keys).size, texts.length)
  })

  test('after the end of the recording do not depend on the time, which differs after a crash', () => {
    const endAt = (at: number) => [textAt(at, endOfRecording), textAt(at + 1), textAt(at + 2)]
    const keys = keysOf([textAt(1), ...endAt(2)])
    assert.deepEqual(keysOf([textAt(1), ...endAt(9_000)]), keys)
    assert.deepEqual(keys.slice(1), ['end_recording', 'error_0', 'error_1'])
  })
})
