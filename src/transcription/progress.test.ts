import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ProgressBoard } from './progress.ts'

suite('the progress of a job', () => {
  function world() {
    let now = 0
    const board = new ProgressBoard(() => now)
    return { board, wait: (seconds: number) => void (now += seconds * 1000) }
  }

  test('is unknown before and after the job is worked on', () => {
    const { board } = world()
    assert.equal(board.of('a'), null)
    board.fetching('a')
    assert.deepEqual(board.of('a'), { stage: 'fetching', fraction: 0, etaSeconds: null })
    board.leave('a')
    assert.equal(board.of('a'), null)
  })

  test('is that of recognition if there are no enrichments, at its own speed', () => {
    const { board, wait } = world()
    board.recognising('a', 100, false)
    assert.deepEqual(board.of('a'), { stage: 'recognising', fraction: 0, etaSeconds: null })
    wait(2)
    board.report('a', 0.25)
    assert.deepEqual(board.of('a'), { stage: 'recognising', fraction: 0.25, etaSeconds: 6 })
    board.report('a', 0)
    assert.equal(board.of('a')?.fraction, 0.25, 'a second attempt does not go back')
  })

  test('takes no speed of enrichment from jobs without any, which pass that stage immediately', () => {
    const { board, wait } = world()
    board.recognising('a', 100, false)
    wait(10)
    board.enriching('a')
    board.complete('a')
    board.recognising('b', 100, true)
    assert.equal(board.of('b')?.etaSeconds, null)
  })

  test('weighs both stages by the speed of earlier jobs', () => {
    const { board, wait } = world()
    board.recognising('a', 100, true)
    board.report('a', 0.5)
    assert.equal(board.of('a')?.fraction, 0.25)
    assert.equal(board.of('a')?.etaSeconds, null, 'no enrichment is measured')
    wait(10)
    board.enriching('a')
    assert.equal(board.of('a')?.fraction, 0.5)
    wait(30)
    board.complete('a')
    board.leave('a')

    board.recognising('b', 200, true)
    assert.deepEqual(board.of('b'), { stage: 'recognising', fraction: 0, etaSeconds: 80 })
    wait(20)
    board.enriching('b')
    assert.deepEqual(board.of('b'), { stage: 'enriching', fraction: 0.25, etaSeconds: 60 })
    board.report('b', 0.5)
    wait(61)
    assert.deepEqual(board.of('b'), { stage: 'enriching', fraction: 0.625, etaSeconds: 0 })
  })
})
