import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscribe } from '../metrics/events.ts'
import { FinalDelays } from './final-delays.ts'

test('the delay of a final begins when the end of its speech was received', (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const measured: number[] = []
  t.after(subscribe('liveFinal', ({ seconds }) => measured.push(seconds)))
  const delays = new FinalDelays()
  for (let tenths = 1; tenths <= 30; tenths++) {
    now = tenths * 100
    delays.received(tenths / 10)
  }
  delays.recognisedFinal(1.95)
  // What is final already is not kept.
  delays.forgetBefore(2.5)
  delays.recognisedFinal(2)
  delays.recognisedFinal(99)
  assert.deepEqual(measured, [1, 0.5])
})
