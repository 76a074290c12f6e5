import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customVocabulary } from '../contract/features/custom-vocabulary.ts'
import { expectedWords } from './expected-words.ts'

const config = customVocabulary.config.parse({
  vocabulary: [
    'Kubernetes',
    { value: 'Szczecin', intensity: 0.9, language: 'pl', pronunciations: ['stettin'] },
  ],
  default_intensity: 0.3,
})

test('the recogniser expects the words of a vocabulary with their intensity and language', () => {
  assert.deepEqual(expectedWords({ custom_vocabulary: true, custom_vocabulary_config: config }), [
    { text: 'Kubernetes', intensity: 0.3, language: undefined },
    { text: 'Szczecin', intensity: 0.9, language: 'pl' },
  ])
})

test('the recogniser expects no words unless the vocabulary is requested', () => {
  assert.deepEqual(expectedWords({ custom_vocabulary: false, custom_vocabulary_config: config }), [])
  assert.deepEqual(expectedWords({ custom_vocabulary: true }), [])
  assert.deepEqual(expectedWords({}), [])
})
