/** A working model must not be rejected because its figures cannot be stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { described } from '../text/testing/tiny-models.ts'
import { PulledModel } from './pulled-model.ts'
import { figuresOf, keepFigures } from './trial-figures.ts'

test('figures that cannot be written are left out', async () => {
  const description = described({}, { name: 'marks', purpose: 'punctuation', engine: 'some' })
  const model = new PulledModel(description, '/dev/null/nowhere', 'marks')
  await keepFigures(model, { peakBytes: 1, secondsPerSecond: null })
  assert.equal(await figuresOf(model), null)
})
