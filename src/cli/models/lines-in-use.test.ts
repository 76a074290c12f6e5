/** `models list` must name the models that recognisers use. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ModelDescription } from '../../models/pulled/model-description.ts'
import { described } from '../../models/text/testing/tiny-models.ts'
import { linesInUse } from './lines-in-use.ts'

const FILE = Buffer.from('x')

const model = (name: string, fields: { readonly [field: string]: unknown }): ModelDescription =>
  described(
    { model: FILE },
    { name, purpose: 'recognition', engine: 'whisper', identifiesLanguages: false, ...fields },
  )

suite('what is used', () => {
  test('without pulled models is what is bundled', () => {
    assert.deepEqual(linesInUse({ pulled: [], speechServer: null }), [
      'Recordings',
      '  en: moonshine (bundled), before whisper (bundled)',
      '  98 other languages: whisper (bundled)',
      'Live sessions',
      '  en: moonshine (bundled), before whisper (bundled)',
      '  98 other languages: whisper (bundled)',
      'Speakers: the bundled method',
    ])
  })

  test('is a speech server, then pulled models by their priority, each for its languages and its purpose', () => {
    const pulled = [
      model('large', { languages: ['de', 'en'], priority: 2 }),
      model('small', { languages: ['de'], priority: 1 }),
      described(
        { model: FILE },
        { name: 'marks', purpose: 'punctuation', engine: 'some', languages: ['de', 'fr'] },
      ),
    ]
    const speechServer = { model: 'server', languages: ['fr'] } as never
    const lines = linesInUse({ pulled, speechServer })
    assert.deepEqual(lines.slice(0, 5), [
      'Recordings',
      '  de: large (pulled, priority 2), before small (pulled, priority 1) and whisper (bundled)',
      '  en: large (pulled, priority 2), before moonshine (bundled) and whisper (bundled)',
      '  fr: server (speech server), before whisper (bundled)',
      '  96 other languages: whisper (bundled)',
    ])
    assert.deepEqual(lines.slice(-3), [
      'Punctuation, where a model for recordings writes none',
      '  de, fr: marks (pulled, priority 1)',
      '  97 other languages: none',
    ])
  })
})
