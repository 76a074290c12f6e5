import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speechNotice } from './speech-notice.ts'

const at = (start: number, end: number) => ({ start, end, channel: 0 })

test('unrecognised speech is reported with its times, whether or not there are words', () => {
  const spans = [at(41.9, 48), at(182.2, 188.4)]
  for (const text of ['Hello.', ''])
    assert.equal(speechNotice(spans, text), '12 s of speech not recognised, at 0:41 and 3:02')
  assert.equal(speechNotice([at(3600, 3601)], ''), '1 s of speech not recognised, at 1:00:00')
})

test('only the first of many places are listed', () => {
  const spans = Array.from({ length: 7 }, (_, i) => at(i * 10, i * 10 + 1))
  assert.equal(
    speechNotice(spans, 'Hello.'),
    '7 s of speech not recognised, at 0:00, 0:10, 0:20, 0:30, 0:40 and 2 more places',
  )
})

test('"no speech found" is reported only if there is none', () => {
  assert.equal(speechNotice([], ''), 'no speech found')
  assert.equal(speechNotice([], 'Hello.'), null)
})
