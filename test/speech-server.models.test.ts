/** Jobs through a speech server that really recognises: the bundled engine behind the OpenAI protocol. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Word } from '../src/contract/transcript.ts'
import { loadBundled } from '../src/speech/engines/load-model.ts'
import { moonshine } from '../src/speech/engines/moonshine.ts'
import { textOf } from '../src/speech/engines/spoken-words.ts'
import { kennedy, kennedyStarts } from '../src/speech/testing/speech.ts'
import { speechServer, transcribes } from '../src/speech/testing/speech-server.ts'
import { writeWav } from '../src/speech/testing/wav-file.ts'
import { wordErrorRate } from '../src/text/word-errors.ts'
import { Client } from './support/client.ts'
import { type RunningService, runService } from './support/running-service.ts'

/** Answers with the same words in different formats, by the name in the prompt of the job. */
const ANSWERS: Readonly<Record<string, (words: readonly Word[]) => object>> = {
  OpenAI: (words) => ({
    task: 'transcribe',
    language: 'english',
    text: textOf(words).trim(),
    words: words.map(({ word, start, end }) => ({ word: word.replaceAll(/[\s.,]/g, ''), start, end })),
    segments: [{ id: 0, avg_logprob: -0.1, text: textOf(words) }],
  }),
  'whisper.cpp': (words) => ({
    language: 'english',
    text: ` ${textOf(words).trim()}\n`,
    segments: [
      {
        id: 0,
        text: textOf(words),
        words: words.flatMap(({ word, start, end, confidence: probability }) => [
          { word: word.slice(0, 3), start, end: start + 0.01, probability },
          ...(word.length > 3 ? [{ word: word.slice(3), start: start + 0.01, end, probability }] : []),
        ]),
      },
    ],
  }),
  'only text': (words) => ({ text: textOf(words) }),
}

const engine = await loadBundled(moonshine)
const server = await speechServer({ after }, async ({ prompt, samples }) =>
  transcribes(ANSWERS[prompt]!(await engine.recognise(samples, 'en'))),
)

suite('a service with a speech server that recognises', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-speech-'))
  let service: RunningService
  let client: Client
  let audio: string
  before(async () => {
    service = await runService({
      SPEECH_URL: server.url,
      SPEECH_MODEL: 'moonshine',
      SPEECH_PATIENCE_SECONDS: '5',
    })
    client = await Client.of(service)
    writeWav(join(folder, 'kennedy.wav'), kennedy.samples)
    audio = (await client.upload(readFileSync(join(folder, 'kennedy.wav')))).audio_url
  })
  after(async () => {
    await service.close()
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  for (const format of Object.keys(ANSWERS))
    test(`times the words as they are said, from answers of ${format}`, async () => {
      const language_config = { languages: ['en'] }
      const id = await client.create({ audio_url: audio, context_prompt: format, language_config })
      const { result } = await client.ended(id)
      assert.ok(result?.transcription)
      const { utterances, full_transcript: text } = result.transcription
      assert.equal(wordErrorRate(kennedy.text, text, 'en'), 0, text)
      const words = utterances.flatMap((utterance) => utterance.words)
      for (const [word, start] of kennedyStarts) {
        const errors = words
          .filter((own) => own.word.toLowerCase().includes(word.toLowerCase()))
          .map((own) => Math.abs(own.start - start))
        assert.ok(Math.min(...errors) < 0.3, `${word} is ${Math.min(...errors)} s off`)
      }
      let last = 0
      for (const { start, end, confidence } of words) {
        assert.ok(start >= last && end > start && end <= kennedy.samples.length / 16_000)
        assert.ok(confidence > 0.05 && confidence <= 1)
        last = end
      }
    })
})
