import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embed } from './sentence-embeddings.ts'
import { dot } from '../../models/vectors.ts'

const { signal } = new AbortController()

async function likeness(one: string, other: string): Promise<number> {
  const [a, b] = await embed([one, other], signal)
  return a && b ? dot(a, b) : Number.NaN
}

test('sentences with the same meaning are similar even without a common word', async () => {
  const same = await likeness('The physician examined her patient.', 'A doctor is seeing someone ill.')
  const other = await likeness('The physician examined her patient.', 'Interest rates rose in June.')
  assert.ok(same > 0.4, `${same}`)
  assert.ok(other < 0.15, `${other}`)
})

test('the vector of a sentence does not depend on the others', async () => {
  const sentence = 'We moved the meeting to Thursday.'
  const [alone] = await embed([sentence], signal)
  const others = Array.from({ length: 60 }, (_, i) => `${'The number of the house is '.repeat(i % 9)}${i}.`)
  const among = await embed([...others.slice(0, 30), sentence, ...others.slice(30)], signal)
  assert.ok(dot(alone!, among[30]!) > 0.99)
  assert.ok(among.every((vector) => Math.abs(dot(vector, vector) - 1) < 1e-5))
})

test('the end of a very long sentence is not ignored', async () => {
  const long = 'we talked about the weather and the rain '.repeat(40)
  const [plain, changed] = await embed(
    [long, `${long}${'and the goalkeeper saved the penalty '.repeat(40)}`],
    signal,
  )
  const [football] = await embed(['The goalkeeper saved the penalty.'], signal)
  assert.ok(dot(changed!, football!) > dot(plain!, football!) + 0.3)
})

test('a text without tokens has a vector of zeros', async () => {
  const [vector] = await embed([' '], signal)
  assert.ok(vector?.every((number) => number === 0))
  assert.deepEqual(await embed([], signal), [])
})

test('embedding stops when aborted', async () => {
  const controller = new AbortController()
  const reason = new Error('aborted')
  const embedding = embed(
    Array.from({ length: 2000 }, (_, i) => `Sentence number ${i}.`),
    controller.signal,
  )
  setImmediate(() => controller.abort(reason))
  await assert.rejects(embedding, reason)
})
