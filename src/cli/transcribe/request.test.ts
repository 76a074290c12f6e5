import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { addRequestOptions } from '../request-options.ts'
import { paramsOf } from './request.ts'

const WITHOUT_MODELS = { languageModel: false, textModels: [] }

suite('the options of a transcription', () => {
  test('make the same request as through the API', () => {
    const vocabulary = fileURLToPath(new URL('../../../LICENSE', import.meta.url))
    const typed = ['-l', 'German,français, EN-us', '--speakers', '2', '--vocabulary', vocabulary]
    const more = ['--translate', 'english', '--summarize', '--prompt', 'x']
    const options = addRequestOptions(new Command())
      .parse([...typed, ...more], { from: 'user' })
      .opts()
    const params = paramsOf({ ...options }, WITHOUT_MODELS)
    assert.deepEqual(params.language_config, { languages: ['de', 'fr', 'en'], code_switching: true })
    assert.partialDeepStrictEqual(params, {
      diarization_config: { number_of_speakers: 2 },
      translation_config: { target_languages: ['en'], model: 'base' },
      summarization: true,
      summarization_config: { type: 'general' },
      context_prompt: 'x',
    })
    const words = params.custom_vocabulary_config?.vocabulary ?? []
    assert.equal(words[0], 'Apache License')
    assert.ok(!words.includes(''))
    const { language_config: plain } = paramsOf({ language: ['de'] }, WITHOUT_MODELS)
    assert.deepEqual(plain, { languages: ['de'], code_switching: false })
    const { language_config: switching } = paramsOf({ codeSwitching: true }, WITHOUT_MODELS)
    assert.deepEqual(switching, { languages: [], code_switching: true })
  })

  test('are named in errors', () => {
    const wrong = { language: ['klingon'], redact: ['NOTHING'], prompt: 'x'.repeat(100_000) }
    assert.throws(
      () => paramsOf({ ...wrong }, WITHOUT_MODELS),
      (error: Error) => {
        const names = error.message.split('\n').map((line) => line.split(':')[0] ?? '')
        assert.deepEqual(names.toSorted(), ['--language', '--prompt', '--redact'])
        return true
      },
    )
    const unavailable = { translate: 'de', redact: ['GDPR'] }
    assert.throws(
      () => paramsOf({ ...unavailable }, WITHOUT_MODELS),
      /^UsageError: --translate: .*LLM_URL.*\n--redact: .*LLM_URL/,
    )
    assert.doesNotThrow(() => paramsOf({ ...unavailable }, { ...WITHOUT_MODELS, languageModel: true }))
    assert.throws(
      () => paramsOf({ vocabulary: '/nowhere' }, WITHOUT_MODELS),
      /--vocabulary: \/nowhere: there is no such file or folder$/,
    )
  })
})
