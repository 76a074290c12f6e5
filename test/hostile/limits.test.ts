/** Every list and text in a request is limited, and the answer to one that exceeds its limit is short. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ErrorBody } from '../../src/contract/error.ts'
import { MAX } from '../../src/contract/limits.ts'
import { type RunningService, runService } from '../support/running-service.ts'

let service: RunningService
before(async () => void (service = await runService()))
after(async () => service.close())

async function send(path: string, request: object): Promise<{ status: number; text: string }> {
  const response = await service.request(path, {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, text: await response.text() }
}

const job = async (fields: object) =>
  send('/v2/pre-recorded', { audio_url: 'https://example.com/a.wav', ...fields })

const long = (length: number) => 'a'.repeat(length)
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, i) => item(i))
const dictionary = (count: number) => Object.fromEntries(many(count, (i) => [`a${i}`, [`b${i}`]]))
const url = (length: number) => `https://example.com/`.padEnd(length, 'a')

/** Requests just within a limit and just over it, and the field that the answer names. */
const LIMITS: Readonly<Record<string, readonly [field: string, within: object, over: object]>> = {
  'a context': [
    'context_prompt',
    { context_prompt: long(MAX.context) },
    { context_prompt: long(MAX.context + 1) },
  ],
  'the words of a vocabulary': [
    'custom_vocabulary',
    { custom_vocabulary: many(MAX.vocabulary, String) },
    { custom_vocabulary: many(MAX.vocabulary + 1, String) },
  ],
  'the length of a word': [
    'custom_vocabulary.0',
    { custom_vocabulary: [long(MAX.phrase)] },
    { custom_vocabulary: [long(MAX.phrase + 1)] },
  ],
  'the words and pronunciations together': [
    'custom_vocabulary',
    { custom_vocabulary: many(95, (i) => ({ value: `${i}`, pronunciations: many(20, String) })) },
    { custom_vocabulary: many(96, (i) => ({ value: `${i}`, pronunciations: many(20, String) })) },
  ],
  'the spellings of a dictionary': [
    'custom_spelling_config.spelling_dictionary',
    { custom_spelling_config: { spelling_dictionary: dictionary(MAX.spellings) } },
    { custom_spelling_config: { spelling_dictionary: dictionary(MAX.spellings + 1) } },
  ],
  'the length of a spelling': [
    `custom_spelling_config.spelling_dictionary.${long(64)}`,
    { custom_spelling_config: { spelling_dictionary: { [long(MAX.phrase)]: ['a'] } } },
    { custom_spelling_config: { spelling_dictionary: { [long(MAX.phrase + 1)]: ['a'] } } },
  ],
  'the classes to extract': [
    'structured_data_extraction_config.classes',
    { structured_data_extraction_config: { classes: many(MAX.classes, String) } },
    { structured_data_extraction_config: { classes: many(MAX.classes + 1, String) } },
  ],
  'the prompts': [
    'audio_to_llm_config.prompts',
    { audio_to_llm_config: { prompts: many(MAX.prompts, String) } },
    { audio_to_llm_config: { prompts: many(MAX.prompts + 1, String) } },
  ],
  'the length of a URL': [
    'callback_config.url',
    { callback_config: { url: url(MAX.url) } },
    { callback_config: { url: url(MAX.url + 1) } },
  ],
  'the length of a host, as it is looked up': [
    'callback_config.url',
    { callback_config: { url: `https://${'a.'.repeat(120)}example.com/` } },
    { callback_config: { url: `https://${'ü'.repeat(250)}.example.com/` } },
  ],
  'control characters in a URL': [
    'callback_config.url',
    { callback_config: { url: 'https://example.com/%09' } },
    { callback_config: { url: 'https://example.com/\u0001a' } },
  ],
}

suite('a request has a limit on', () => {
  for (const [title, [field, within, over]] of Object.entries(LIMITS)) {
    test(title, async () => {
      const accepted = await job(within)
      assert.equal(accepted.status, 201, accepted.text)
      const refused = await job(over)
      assert.equal(refused.status, 400, refused.text)
      const [fault = '', ...others] = (JSON.parse(refused.text) as ErrorBody).validation_errors ?? []
      assert.ok(fault.startsWith(`${field}: `), fault)
      assert.equal(others.length, 0)
    })
  }

  test('the number of faults that its answer names', async () => {
    for (const config of [
      many(50_000, () => 0),
      many(49_000, () => 'no language'),
      many(200_000, () => 'en'),
    ]) {
      const { status, text } = await job({ language_config: { languages: config } })
      assert.equal(status, 400)
      assert.ok(text.length < 200_000, `${text.length} characters`)
    }
  })
})

test('a repeated option counts once', async () => {
  const { text } = await job({
    subtitles: true,
    subtitles_config: { formats: many(1_000, (i) => (i % 2 === 0 ? 'vtt' : 'srt')) },
  })
  const { id } = JSON.parse(text) as { id: string }
  const response = await service.request(`/v2/pre-recorded/${id}`)
  const { request_params: params } = (await response.json()) as {
    request_params: { subtitles_config: { formats: string[] } }
  }
  assert.deepEqual(params.subtitles_config.formats, ['vtt', 'srt'])
})

test('a search is limited to 50 words', async () => {
  const search = async (count: number) =>
    service.request(`/v2/pre-recorded?q=${many(count, (i) => `w${i}`).join('+')}`)
  assert.equal((await search(50)).status, 200)
  assert.equal((await search(51)).status, 400)
})
