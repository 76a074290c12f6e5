/** How the screen New reads the typed rows. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { metadata, spellings, words } from '../../src/console/screens/new/row-values.ts'
import { randomFrom } from '../support/random.ts'

suite('values that are edited as rows', () => {
  const random = randomFrom(33)
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <One>(all: readonly One[]): One => all[below(all.length)]!
  const text = () =>
    Array.from({ length: 1 + below(6) }, () =>
      oneOf(['a', 'B', '1', ',', '"', "'", ' ', 'é', '{', '__proto__']),
    )
      .join('')
      .trim() || 'x'
  const texts = () => Array.from({ length: 1 + below(3) }, text)
  const named = <Value>(make: () => Value) => Object.fromEntries(texts().map((name) => [name, make()]))
  const json = (): unknown =>
    oneOf([
      text,
      () => '12',
      () => ' x ',
      () => 'true',
      () => 1.5,
      () => false,
      () => null,
      () => [1, text()],
      () => ({ a: text() }),
    ])()

  test('are returned unchanged, whatever they contain', () => {
    for (let i = 0; i < 2_000; i++) {
      for (const [{ rowsOf, valueOf }, value] of [
        [spellings, named(texts)],
        [metadata, named(json)],
        [
          words,
          texts().map((word) =>
            below(2) === 0
              ? word
              : { value: word, pronunciations: texts(), language: 'de', intensity: below(11) / 10 },
          ),
        ],
      ] as const)
        assert.deepEqual(valueOf(rowsOf(value)), value)
    }
  })

  test('are absent until a row is complete, and are numbers where they look like numbers', () => {
    for (const { valueOf } of [spellings, metadata, words])
      assert.equal(valueOf([{}, { value: ' ' }]), undefined)
    assert.deepEqual(
      metadata.valueOf([
        { name: 'ticket', value: '00123' },
        { name: 'order', value: '7' },
      ]),
      {
        ticket: '00123',
        order: 7,
      },
    )
  })
})
