import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Vocabulary, vocabulary } from '../contract/features/custom-vocabulary.ts'
import { MAX } from '../contract/limits.ts'
import { paramsWithVocabulary } from './vocabulary.ts'

const JOB = { kind: 'pre-recorded', customMetadata: null, fileId: null } as const

/** The vocabulary that a job shows if both its request and its account have words. */
function shown(own: Vocabulary, ofAccount: Vocabulary): Vocabulary {
  const requestParams = {
    custom_vocabulary: true,
    custom_vocabulary_config: { vocabulary: own, default_intensity: 0.3 },
  }
  const params = paramsWithVocabulary({ ...JOB, requestParams }, ofAccount)
  const { custom_vocabulary_config: config, ...rest } = params as typeof requestParams
  assert.deepEqual([rest, config.default_intensity], [{ custom_vocabulary: true }, 0.3])
  return config.vocabulary
}

/** A reference implementation: adds word by word, as long as the request schema accepts the list. */
function expected(own: Vocabulary, ofAccount: Vocabulary): Vocabulary {
  const words = [...own]
  const text = (entry: Vocabulary[number]) =>
    (typeof entry === 'string' ? entry : entry.value).trim().toLowerCase()
  for (const word of ofAccount) {
    if (words.some((one) => text(one) === text(word))) continue
    if (!vocabulary.safeParse([...words, word]).success) return words
    words.push(word)
  }
  return words
}

suite('the vocabulary of an account in request_params', () => {
  test('comes after the words of the request, without duplicates, up to the limit of a request', () => {
    const names = (count: number, first = 0) => Array.from({ length: count }, (_, i) => `name ${first + i}`)
    const spoken = (count: number, first = 0) =>
      names(count, first).map((value) => ({ value, pronunciations: Array.from({ length: 20 }, () => 'so') }))
    const lists: Vocabulary[] = [
      [],
      ['Name 3', ' name 4 ', 'name 4', { value: 'NAME 5', language: 'fr' }, 'other'],
      names(40),
      names(MAX.vocabulary - 3, 20),
      names(MAX.vocabulary, 30),
      spoken(95, 10),
      [...names(4, 1000), ...spoken(94, 990)],
    ]
    for (const own of lists)
      for (const ofAccount of lists) assert.deepEqual(shown(own, ofAccount), expected(own, ofAccount))
  })

  test('is the whole vocabulary if the request has no words, or settings without the flag', () => {
    const unused = { custom_vocabulary_config: { vocabulary: ['unused'], default_intensity: 1 } }
    for (const requestParams of [{}, { custom_vocabulary: false }, { custom_vocabulary: false, ...unused }])
      assert.deepEqual(paramsWithVocabulary({ ...JOB, requestParams }, ['Ada']), {
        custom_vocabulary: true,
        custom_vocabulary_config: { vocabulary: ['Ada'], default_intensity: 0.5 },
      })
  })

  test('changes nothing if it is empty, or the request opts out', () => {
    const requestParams = { custom_vocabulary: false, diarization: true }
    assert.equal(paramsWithVocabulary({ ...JOB, requestParams }, []), requestParams)
    const without = { ...JOB, requestParams, withoutVocabulary: true }
    assert.equal(paramsWithVocabulary(without, ['Ada']), requestParams)
  })
})
