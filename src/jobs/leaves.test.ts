import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { customMetadataLeaves } from './leaves.ts'

const leaves = (metadata: object) => customMetadataLeaves(metadata).map(({ path, value }) => [path, value])

suite('the leaves of metadata', () => {
  const cases: [title: string, metadata: object, leaves: [path: string, value: string][]][] = [
    ['of an empty object', {}, []],
    ['of a string', { user: 'x' }, [['["user"]', 'x']]],
    ['of other scalars, as text', { n: 7, yes: true, nothing: null }, [['["n"]', '7'], ['["yes"]', 'true'], ['["nothing"]', 'null']]], // oxfmt-ignore
    ['of a nested object', { order: { id: 7 } }, [['["order","id"]', '7']]],
    ['of empty objects and arrays', { a: {}, b: [], c: { d: [] } }, []],
    ['of an array, without duplicates', { tags: ['a', 'b', 'a'] }, [['["tags",[]]', 'a'], ['["tags",[]]', 'b']]], // oxfmt-ignore
    ['of an array of arrays, one per whole element', { m: [[1, 'x']] }, [['["m",[[]]]', '["1","x"]']]],
    ['of an array of objects, keys sorted', { m: [{ b: 1, a: 2 }] }, [['["m",[[]]]', '{"pairs":[["a","2"],["b","1"]]}']]], // oxfmt-ignore
    ['of keys that objects treat specially', JSON.parse('{"__proto__":{"1":"x"}}') as object, [['["__proto__","1"]', 'x']]], // oxfmt-ignore
  ]
  for (const [title, metadata, expected] of cases) {
    test(title, () => assert.deepEqual(leaves(metadata), expected))
  }

  test('distinguish an array from a string of its JSON', () => {
    assert.notDeepEqual(leaves({ a: [['x']] }), leaves({ a: ['["x"]'] }))
    assert.notDeepEqual(leaves({ a: ['x'] }), leaves({ a: 'x' }))
  })

  test('that an index cannot hold are replaced by distinct hashes', () => {
    const long = 'x'.repeat(601)
    const values = [long, `${long}y`, 'a\0b', 'x'.repeat(600)]
    const found = values.map((value) => leaves({ key: value })[0]?.[1] ?? '')
    assert.deepEqual(
      found.map((value) => /^sha256:[\da-f]{64}$/.test(value)),
      [true, true, true, false],
    )
    assert.equal(new Set(found).size, values.length)
    assert.match(leaves({ [long]: 1 })[0]?.[0] ?? '', /^sha256:/)
    assert.match(leaves({ key: 'é'.repeat(301) })[0]?.[1] ?? '', /^sha256:/, 'the limit counts bytes')
  })

  type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
  const key = fc.constantFrom('a', 'b', '1', '__proto__')
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Json>('x', 'y', '1', 1, true, 'true', null),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(key, tie('json'), { maxKeys: 3 }),
    ),
  }))
  const metadata = fc.dictionary(key, json, { maxKeys: 3 })

  /** The matching rule of the contract, applied directly to the objects. */
  const contains = (stored: Json | undefined, wanted: Json): boolean => {
    if (Array.isArray(wanted)) {
      return wanted.every(
        (element) => Array.isArray(stored) && stored.some((other) => canonical(other) === canonical(element)),
      )
    }
    if (wanted !== null && typeof wanted === 'object') {
      return Object.entries(wanted).every(([name, value]) => contains(own(stored, name), value))
    }
    return (
      stored !== undefined &&
      (stored === null || typeof stored !== 'object') &&
      String(stored) === String(wanted)
    )
  }
  const own = (value: Json | undefined, name: string): Json | undefined =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, name)
      ? value[name]
      : undefined
  const canonical = (value: Json): string => {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
    if (value === null || typeof value !== 'object') return JSON.stringify(String(value))
    const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    return `{${fields.toSorted().join()}}`
  }

  test('of a filter are a subset of those of an object exactly if the object contains the filter', () => {
    let matches = 0
    const agrees = fc.property(metadata, metadata, fc.boolean(), (stored, other, isPart) => {
      const wanted = isPart ? { ...stored, ...other } : other
      const object = isPart ? { ...wanted, more: 1 } : stored
      const has = new Set(leaves(object).map((leaf) => leaf.join('\0')))
      const found = leaves(wanted).every((leaf) => has.has(leaf.join('\0')))
      assert.equal(found, contains(object, wanted))
      if (found && leaves(wanted).length > 0) matches++
    })
    fc.assert(agrees, { seed: 1, numRuns: 3_000 })
    assert.ok(matches > 500, `${matches} matches`)
  })
})
