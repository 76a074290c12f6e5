import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { long } from '../../../../test/support/long.ts'
import SrtParser from 'srt-parser-2'
import { LiveRecording } from '../../../audio/live-recording.ts'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import { wavHeader } from '../../../audio/wav-header.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../../contract/pre-recorded-request.ts'
import { transcriptionResult } from '../../../contract/result.ts'
import type { Transcription, Utterance } from '../../../contract/transcript.ts'
import { encoded, telephone } from '../../../speech/testing/live-format.ts'
import { recordingOf } from '../../../speech/testing/memory-recording.ts'
import { joined } from '../../../speech/testing/signals.ts'
import { clipIn } from '../../../speech/testing/speech.ts'
import { enrich } from '../../runner/enrich.ts'
import type { EnrichmentContext } from '../../enrichment.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import { testContext } from '../../testing/context.ts'
import { scriptedModel } from '../../../models/language/testing/language-model.ts'
import { splitWords } from '../../../text/split-words.ts'
import { spreadOverTime } from '../../../text/spread-over-time.ts'

/** English translations of the clips. */
const ENGLISH = {
  de: 'For the best views of Hong Kong, you should leave the island and head for the opposite shore of Kowloon.',
  es:
    'Travelers are strongly recommended to inform themselves about any risk of extreme weather in the area they ' +
    'are visiting, since it may affect their travel plans.',
  fr: 'The accident took place in mountainous terrain, and it seems that it was caused by malicious fire.',
  it:
    'The blog is a tool that aims to encourage collaboration and develop the learning of students well beyond the ' +
    'normal school day.',
} satisfies Partial<Record<LanguageCode, string>>
type Spoken = keyof typeof ENGLISH

/** A clip as one utterance. */
function utteranceIn(language: LanguageCode, start = 0, channel = 0): Utterance {
  const { text, samples } = clipIn(language)
  const end = start + samples.length / SAMPLE_RATE
  const words = spreadOverTime(splitWords(text, language), start, end).map(({ text: word, ...times }) => ({
    word,
    ...times,
    confidence: 0.9,
  }))
  return { text, start, end, confidence: 0.9, channel, language, words }
}

const quiet = (samples: Float32Array) => samples.map((sample) => Math.round(sample * 0.003 * 32_768) / 32_768)

/** The share of the longer words of a reference that occur in a translation. */
function found(reference: string, text: string): number {
  const wordsOf = (one: string): string[] => one.toLowerCase().match(/[a-z]{4,}/g) ?? []
  const expected = wordsOf(reference)
  const own = wordsOf(text)
  return expected.filter((word) => own.includes(word)).length / expected.length
}

function assertUnderstood(language: Spoken, text: string | undefined): void {
  const share = found(ENGLISH[language], text ?? '')
  // Unrelated sentences share at most 0.1 of these words.
  assert.ok(share >= 0.4, `${(100 * share).toFixed(0)} % of the words: ${text}`)
}

interface Asked {
  target_languages: string[]
  model?: 'base' | 'enhanced'
  match_original_utterances?: boolean
}

/** Translates as requested, and checks the result against the contract. */
async function translated(
  utterances: Utterance[],
  config: Asked,
  context: Partial<EnrichmentContext> = {},
  features: Record<string, unknown> = {},
) {
  const transcription: Transcription = { utterances, languages: [], full_transcript: '' }
  const request = { audio_url: 'https://example.com/a', translation: true, translation_config: config }
  const params = preRecordedParamsOf(preRecordedRequest.parse({ ...request, ...features }))
  const failures: unknown[] = []
  const onFailure = (_: string, error: unknown) => failures.push(error)
  const result = await enrich(transcription, params, testContext({ ...context, onFailure }))
  const metadata = {
    audio_duration: 60,
    number_of_distinct_channels: 1,
    billing_time: 60,
    transcription_time: 1,
    unrecognised_speech: [],
  }
  transcriptionResult.parse({ metadata, ...result })
  const module = result.translation ?? assert.fail('no module')
  return { module, results: module.results ?? [], failures }
}

test('languages are translated from the audio, each utterance at its own time, even 50 dB too quiet', async () => {
  const { samples: de } = clipIn('de')
  const { samples: fr } = clipIn('fr')
  const length = Math.max(de.length, fr.length)
  const padded = (samples: Float32Array) => joined(samples, new Float32Array(length - samples.length))
  const recording = recordingOf(padded(de), padded(quiet(fr)))
  const utterances = [utteranceIn('de'), utteranceIn('fr', 0, 1)]
  const { module, results } = await translated(
    utterances,
    { target_languages: ['en', 'en'] },
    // The model `base` does not use a language model, even if there is one.
    { audio: async () => recording, languageModel: scriptedModel(() => assert.fail()) },
    { sentences: true, subtitles: true, subtitles_config: { formats: ['srt', 'vtt'] } },
  )
  const [english, ...others] = results
  assert.ok(english && module.success && !module.is_empty)
  assert.deepEqual([english.error, english.languages, others], [null, ['en'], []])
  assert.equal(english.utterances.length, utterances.length)
  for (const [
    index,
    { text, start, end, channel, language, words, confidence },
  ] of english.utterances.entries()) {
    const original = utterances[index]
    assert.deepEqual(
      [start, end, channel, language],
      [original?.start, original?.end, original?.channel, 'en'],
    )
    assertUnderstood(original?.language as Spoken, text)
    assert.equal(words.map(({ word }) => word).join(''), text)
    assert.ok(confidence > 0.2 && confidence < 1)
    let earliest = start - 0.001
    for (const word of words) {
      assert.ok(earliest <= word.start && word.start <= word.end && word.end <= end + 0.001)
      earliest = word.end
    }
  }
  assert.equal(english.full_transcript, english.utterances.map(({ text }) => text).join(' '))

  const sentences = english.sentences?.[0]?.results ?? []
  assert.ok(sentences.length >= utterances.length && sentences.every((sentence) => sentence.endsWith('.')))
  const [srt, vtt] = english.subtitles ?? []
  const captions = new SrtParser().fromSrt(srt?.subtitles ?? '').map(({ text }) => text.replaceAll('\n', ' '))
  assert.deepEqual(captions.join(' ').split(' ').toSorted(), english.full_transcript.split(' ').toSorted())
  assert.match(vtt?.subtitles ?? '', /^WEBVTT\n/)
})

test('unless utterances must match, a sentence split by a pause is translated as one', async () => {
  const whole = utteranceIn('it')
  const cut = 5
  const halves = [
    { ...whole, end: cut, words: whole.words.filter(({ end }) => end <= cut) },
    { ...whole, start: cut + 0.4, words: whole.words.filter(({ start }) => start >= cut + 0.4) },
  ]
  const recording = recordingOf(clipIn('it').samples)
  const asked = { target_languages: ['en'], match_original_utterances: false }
  const { results } = await translated(halves, asked, { audio: async () => recording })
  const [english] = results
  assert.equal(english?.utterances.length, 1)
  assertUnderstood('it', english?.full_transcript)
  const [only] = english?.utterances ?? []
  assert.ok(only && only.start < 4 && only.end > 7 && only.end <= whole.end, `${only?.start}–${only?.end}`)
})

test('an utterance longer than the input of the model is translated in parts', long, async () => {
  const { samples } = clipIn('de')
  const whole = utteranceIn('de')
  const end = (2 * samples.length) / SAMPLE_RATE
  const audio = async () => recordingOf(joined(samples, samples))
  const { results } = await translated([{ ...whole, end }], { target_languages: ['en'] }, { audio })
  const text = results[0]?.utterances[0]?.text ?? ''
  assert.equal(text.split('leave the island').length - 1, 2, text)
})

test('an utterance of a live session is translated from its growing recording', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'translation-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'session.wav')
  const audio = encoded(telephone, joined(clipIn('de').samples, clipIn('es').samples))
  await writeFile(file, Buffer.concat([wavHeader(telephone, null), audio]))
  const recording = await LiveRecording.open(file, telephone)
  t.after(() => recording.close())
  const utterance = utteranceIn('es', clipIn('de').samples.length / SAMPLE_RATE)
  const { results } = await translated(
    [utterance],
    { target_languages: ['en'] },
    { audio: async () => recording },
  )
  const [only] = results[0]?.utterances ?? []
  assertUnderstood('es', only?.text ?? '')
  assert.equal(only?.start, utterance.start)
})

test('utterances in the target language are unchanged and need neither audio nor a model', async () => {
  const utterances = [utteranceIn('fr')]
  const { module, results } = await translated(utterances, { target_languages: ['fr'] })
  assert.equal(module.success, true)
  assert.deepEqual(results[0]?.utterances, utterances)
  const nothing = await translated([], { target_languages: ['de', 'en'] })
  assert.deepEqual([nothing.module.success, nothing.module.is_empty, nothing.results.length], [true, true, 2])
})

test('only a language that needs a language model fails, and the error says what to set', async () => {
  const { module, results, failures } = await translated([utteranceIn('fr')], {
    target_languages: ['de', 'fr'],
  })
  assert.equal(module.success, true)
  assert.deepEqual(results[0], {
    error: {
      status_code: 501,
      exception: 'NotAvailableError',
      message:
        'Translation into German needs a language model, which this service does not have. Translate into English ' +
        '(en), which needs none.',
    },
    full_transcript: '',
    languages: ['de'],
    utterances: [],
  })
  assert.equal(results[1]?.error, null)
  assert.equal(failures.length, 1)
})

test('if every language fails, so does the module, and every failure is logged', async () => {
  const asked = { target_languages: ['de', 'en'] }
  const broken = new Error('/var/lib/secret cannot be read')
  const audio = () => Promise.reject(broken)
  const { module, failures } = await translated([utteranceIn('fr')], asked, { audio })
  assert.equal(module.success, false)
  assert.match(module.error?.message ?? '', /needs a language model/)
  assert.equal(failures.length, 2)
  assert.ok(failures.includes(broken))
  // The message of an internal error is not disclosed.
  const alone = await translated([utteranceIn('fr')], { target_languages: ['en', 'fr'] }, { audio })
  assert.equal(alone.results[0]?.error?.exception, 'InternalError')
  assert.doesNotMatch(JSON.stringify(alone.results), /secret/)
})

test('a language model translates into other languages, and with `enhanced` into English, too', async () => {
  const languageModel: LanguageModel = {
    maxCharacters: 1000,
    ask: ({ text, answer }) =>
      Promise.resolve(
        answer.parse({
          translations: (JSON.parse(text) as { lines: { id: number }[] }).lines.map(({ id }) => ({
            id,
            text: 'By the model.',
          })),
        }),
      ),
  }
  const asked = { target_languages: ['wo', 'en'], model: 'enhanced' } as const
  const { results } = await translated(
    [utteranceIn('fr')],
    { ...asked, target_languages: [...asked.target_languages] },
    { languageModel },
    { sentences: true, subtitles: true },
  )
  assert.deepEqual(
    results.map(({ full_transcript: text, languages, sentences }) => [
      text,
      languages,
      sentences?.[0]?.results,
    ]),
    [
      ['By the model.', ['wo'], ['By the model.']],
      ['By the model.', ['en'], ['By the model.']],
    ],
  )
})

test('an aborted translation rejects with the reason', async () => {
  const controller = new AbortController()
  const audio = async () => {
    controller.abort(new Error('the worker is stopping'))
    return recordingOf(clipIn('fr').samples)
  }
  const { signal } = controller
  const asked = { target_languages: ['en', 'de'] }
  await assert.rejects(translated([utteranceIn('fr')], asked, { audio, signal }), /the worker is stopping/)
})
