/** How the screen New reads the rows that are typed, and how fast files are sent. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { metadata, spellings, words } from '../../src/console/screens/new/row-values.ts'
import { UploadSpeed } from '../../src/console/upload-speed.ts'
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

  test('come back as they were, whatever is in them', () => {
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

  test('are nothing while no row is complete, and numbers where they look like them', () => {
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

suite('the speed of an upload', () => {
  test('is that of the last seconds, and unknown in the first one', () => {
    const speed = new UploadSpeed()
    assert.equal(speed.add(0, 0), null)
    assert.equal(speed.add(500, 500), null)
    assert.equal(speed.add(1000, 1000), 1000)
    // Slower from now on: the beginning is forgotten.
    let shown: number | null = null
    for (let at = 2; at <= 12; at++) shown = speed.add(1000 + (at - 1) * 100, at * 1000)
    assert.equal(shown, 100)
  })
})
