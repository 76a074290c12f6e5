import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { unrecognisedSpeech } from './unrecognised-speech.ts'

const at = (start: number, end: number, channel = 0) => ({ start, end, channel })

/** Runs `unrecognisedSpeech` on words at these times. */
function without(speech: ReturnType<typeof at>[], words: ReturnType<typeof at>[]) {
  const utterances = words.map(({ start, end, channel }) => ({
    channel,
    words: [{ word: 'so', start, end, confidence: 1 }],
  }))
  return unrecognisedSpeech(speech, utterances)
}

suite('unrecognised speech', () => {
  test('is speech without words, also between words', () => {
    const speech = [at(1, 5), at(6, 20)]
    assert.deepEqual(without(speech, []), [at(1, 20)])
    assert.deepEqual(without(speech, [at(1, 3), at(3, 5)]), [at(6, 20)])
    assert.deepEqual(without(speech, [at(1, 5), at(9, 10), at(10, 20)]), [at(6, 9)])
    assert.deepEqual(without(speech, [at(1, 5), at(6, 20)]), [])
  })

  test('is not reported if it is shorter than a second in total', () => {
    assert.deepEqual(without([at(1, 1.6), at(2, 2.3), at(9, 9.9)], []), [])
    assert.deepEqual(without([at(1, 1.6), at(2, 2.4)], []), [at(1, 2.4)])
    assert.deepEqual(without([at(1, 3)], [at(1.9, 2.2)]), [])
  })

  test('is split into two spans at a word or a long pause', () => {
    assert.deepEqual(without([at(1, 3), at(3.2, 3.4), at(4, 6)], [at(3.2, 3.4)]), [at(1, 3), at(4, 6)])
    assert.deepEqual(without([at(1, 3), at(5.1, 7)], []), [at(1, 3), at(5.1, 7)])
  })

  test('depends on the words of its own channel only, and is ordered by start', () => {
    const speech = [at(1, 3, 1), at(7, 9, 1), at(2, 4)]
    assert.deepEqual(without(speech, [at(1, 3), at(7, 9, 1)]), [at(1, 3, 1), at(3, 4)])
  })

  test('is counted once if it was found twice, and not at all if words were found later', () => {
    assert.deepEqual(without([at(1, 3), at(1, 3), at(2, 5)], []), [at(1, 5)])
    assert.deepEqual(without([at(1, 3), at(2, 5)], [at(1, 2.5), at(2.5, 4.9)]), [])
  })
})
