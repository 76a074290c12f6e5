/** No frame is acknowledged before it is durable, and no client waits long for its acknowledgement. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { Commits } from './commits.ts'

const BYTES_PER_SECOND = 32_000
const FRAME = BYTES_PER_SECOND / 20
/** Longer than a frame waits. */
const LONG = 1_000

suite('the frames of a client', () => {
  let syncs = 0
  let durable: number[] = []
  let commits: Commits

  afterEach(() => mock.timers.reset())
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
    syncs = 0
    durable = []
    commits = new Commits(async () => void syncs++, BYTES_PER_SECOND)
  })

  /** Adds a frame, whose number is added to `durable` once it is durable. */
  function add(number: number, written = Promise.resolve(), bytes = FRAME): void {
    commits.add(written, bytes).then(
      () => durable.push(number),
      () => durable.push(-number),
    )
  }

  const settled = async () => new Promise(setImmediate)

  test('are made durable several at a time if they arrive at the pace of speech', async () => {
    for (const number of [1, 2, 3]) add(number)
    await settled()
    assert.deepEqual([durable, syncs], [[], 0])
    add(4)
    await settled()
    assert.deepEqual([durable, syncs], [[1, 2, 3, 4], 1])
  })

  test('do not wait for long', async () => {
    for (const number of [1, 2]) add(number)
    mock.timers.tick(LONG)
    await settled()
    assert.deepEqual([durable, syncs], [[1, 2], 1])
  })

  test('rarely wait if each is sent after the acknowledgement of the previous one', async () => {
    let waits = 0
    for (let number = 1; number <= 100; number++) {
      add(number)
      await settled()
      if (durable.length === number) continue
      waits++
      mock.timers.tick(LONG)
      await settled()
      assert.equal(durable.length, number)
    }
    assert.equal(waits, 5)
  })

  test('that are already written wait for the frames before them', async () => {
    const first = Promise.withResolvers<void>()
    add(1, first.promise, BYTES_PER_SECOND)
    add(2, Promise.resolve(), BYTES_PER_SECOND)
    await settled()
    assert.deepEqual([durable, syncs], [[], 0])
    first.resolve()
    await settled()
    assert.deepEqual([durable, syncs], [[1, 2], 2])
  })

  test('that cannot be written fail immediately, and later ones do not', async () => {
    add(1)
    add(2, Promise.reject(new Error('no space')))
    await settled()
    assert.deepEqual([durable, syncs], [[-1, -2], 0])
    add(3, Promise.resolve(), BYTES_PER_SECOND)
    await settled()
    assert.deepEqual([durable, syncs], [[-1, -2, 3], 1])
  })
})
