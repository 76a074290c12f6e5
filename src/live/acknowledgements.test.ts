import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Acknowledgements } from './acknowledgements.ts'

/** Acknowledgements of the chunks that end at bytes 100, 200 and 300. */
const threeChunks = (confirmed: number) =>
  new Acknowledgements(
    [
      { end: 100, position: 10 },
      { end: 200, position: 20 },
      { end: 300, position: 30 },
    ],
    confirmed,
  )

suite('acknowledgements', () => {
  test('are confirmed up to the position in the journal that the client has received', () => {
    const acknowledgements = threeChunks(10)
    assert.equal(acknowledgements.confirmedEnd, 100)
    assert.deepEqual(acknowledgements.unconfirmedEnds, [200, 300])
    acknowledgements.confirm(29)
    assert.equal(acknowledgements.confirmedEnd, 200)
    acknowledgements.add({ end: 400, position: 40 })
    acknowledgements.confirm(40)
    assert.equal(acknowledgements.confirmedEnd, 400)
    assert.deepEqual(acknowledgements.unconfirmedEnds, [])
  })

  test('count as sent as far as the journal was sent, and at least as far as they are confirmed', () => {
    const acknowledgements = threeChunks(10)
    assert.equal(acknowledgements.sentEnd(0), 100)
    assert.equal(acknowledgements.sentEnd(25), 200)
    assert.equal(acknowledgements.sentEnd(Number.MAX_SAFE_INTEGER), 300)
  })
})
