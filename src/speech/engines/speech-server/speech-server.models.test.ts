import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { readConfig } from '../../../service/config.ts'
import { languageCode } from '../../../contract/languages.ts'
import { engineConformance } from '../../testing/engine-conformance.ts'
import { kennedy } from '../../testing/speech.ts'
import { speechServer, transcribes } from '../../testing/speech-server.ts'
import { wordErrorRate } from '../../../text/word-errors.ts'
import { loadBundled } from '../load-model.ts'
import { moonshine } from '../moonshine.ts'
import { textOf } from '../spoken-words.ts'
import { SpeechServer } from './speech-server.ts'

const local = await loadBundled(moonshine)
after(async () => local.close())
const server = await speechServer({ after }, async ({ samples }) =>
  transcribes({ text: textOf(await local.recognise(samples, 'en')) }),
)
const engine = new SpeechServer(
  {
    url: server.url,
    model: 'moonshine',
    apiKey: null,
    languages: languageCode.options,
    concurrency: 1,
    timeoutSeconds: 60,
    patienceSeconds: 10,
  },
  async () => local,
)

suite('A speech server without word times, as every engine', () =>
  engineConformance(() => engine, [{ ...kennedy, maxErrorRate: 0 }]),
)

const { TEST_SPEECH_URL = '', TEST_SPEECH_MODEL = '', TEST_SPEECH_API_KEY = '' } = process.env
const { speechServer: settings } = readConfig({
  SPEECH_URL: TEST_SPEECH_URL,
  SPEECH_MODEL: TEST_SPEECH_MODEL,
  SPEECH_API_KEY: TEST_SPEECH_API_KEY,
})
const skip = settings === null && 'TEST_SPEECH_URL and TEST_SPEECH_MODEL are not set'

test('a speech server of another project recognises English', { skip }, async () => {
  assert.ok(settings)
  const words = await new SpeechServer(settings, async () => local).recognise(kennedy.samples, 'en')
  assert.ok(wordErrorRate(kennedy.text, textOf(words), 'en') <= 0.1, textOf(words))
})
