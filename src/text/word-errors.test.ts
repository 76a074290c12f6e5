import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { aligned, unitsOf, wordErrorRate, wordErrors } from './word-errors.ts'

/** The edit distance, computed by its definition. */
function distance(a: readonly string[], b: readonly string[]): number {
  const rows = a.reduce<readonly (readonly number[])[]>(
    (all, word) => {
      const above = all.at(-1)!
      const row = [above[0]! + 1]
      for (const [j, other] of b.entries())
        row.push(Math.min(above[j]! + (word === other ? 0 : 1), above[j + 1]! + 1, row[j]! + 1))
      return [...all, row]
    },
    [b.map((_, j) => j).concat(b.length)],
  )
  return rows.at(-1)![b.length]!
}

suite('words that were recognised wrong', () => {
  test('are as few as possible: the edit distance between the text and what was recognised', () => {
    const vocabulary = Array.from({ length: 60 }, (_, i) => `w${i}`)
    const word = fc.constantFrom(...vocabulary)
    const edit = fc.record({
      at: fc.nat(1_000),
      removed: fc.nat(3),
      added: fc.array(word, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 120 }),
        fc.array(edit, { maxLength: 12 }),
        (recognised, edits) => {
          const right = [...recognised]
          for (const { at, removed, added } of edits) right.splice(at % (right.length + 1), removed, ...added)
          const pairs = aligned(right, recognised)
          // Each word occurs once, in order.
          assert.deepEqual(
            pairs.flatMap(([i]) => i ?? []),
            right.map((_, i) => i),
          )
          assert.deepEqual(
            pairs.flatMap(([, j]) => j ?? []),
            recognised.map((_, j) => j),
          )
          const wrong = pairs.filter(([i, j]) => i === null || j === null || right[i] !== recognised[j])
          assert.equal(wrong.length, distance(right, recognised))
        },
      ),
      { seed: 1, numRuns: 400 },
    )
  })

  test('are counted regardless of case and punctuation, in Japanese as characters', () => {
    const errors = (right: string, recognised: string) => wordErrors(right, recognised, 'en')
    assert.deepEqual(errors('Well, it’s “fine”.', "well it's fine"), { wrong: 0, words: 3 })
    assert.deepEqual(errors('We deploy Kubernetes today.', 'We deploy Cooper Netties today.'), {
      wrong: 2,
      words: 4,
    })
    assert.deepEqual(errors('', 'uh'), { wrong: 1, words: 0 })
    assert.deepEqual(wordErrors('東京へ行く。', '東京に行く', 'ja'), { wrong: 1, words: 5 })
    assert.equal(wordErrorRate('one two three four', 'one too three', 'en'), 0.5)
  })

  test('have their places in the text', () => {
    const { plain, units } = unitsOf('Caf\u0065\u0301 Müller’s Wi-Fi!', 'en')
    assert.deepEqual(
      units.map(({ key, from, to }) => [key, plain.slice(from, to)]),
      [
        ['café', 'Café'],
        ["müller's", "Müller's"],
        ['wi', 'Wi'],
        ['fi', 'Fi'],
      ],
    )
  })

  test('of a text that was replaced are counted within the time of a request', () => {
    const text = (salt: number) => Array.from({ length: 90_000 }, (_, i) => `${(i * salt) % 7919}`)
    const started = process.cpuUsage()
    assert.equal(aligned(text(31), text(37)).length, 90_000)
    const { user } = process.cpuUsage(started)
    assert.ok(user < 6_000_000, `${user / 1e6} s`)
  })
})
