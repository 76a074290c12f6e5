/**
 * A speech server: any server with OpenAI's `POST /audio/transcriptions`, such as speaches, vLLM or whisper.cpp's.
 *
 * Speech is sent as WAV, 0.9 MB for the longest segment. FLAC would halve that, but needs an ffmpeg process per segment.
 */
import { FormData } from 'undici'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import { wavHeader } from '../../../audio/wav-header.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Word } from '../../../contract/transcript.ts'
import { ApiFailure } from '../../../platform/net/api-failure.ts'
import { ApiServer } from '../../../platform/net/api-server.ts'
import { withRetries } from '../../../platform/net/retries.ts'
import { alignedWords, asSpoken } from '../aligned-words.ts'
import type { Engine, LoadContext, RecogniseOptions } from '../engine.ts'
import { recogniseAfterKnown } from '../repetition-guard.ts'
import { UNKNOWN_CONFIDENCE } from '../spoken-words.ts'
import type { SpeechServerSettings } from './settings.ts'
import { errorOf, wrongLanguage } from './speech-server-error.ts'
import { transcriptionAnswer, type TranscriptionAnswer } from './transcription-answer.ts'
import { wordsWithTimes } from './words-with-times.ts'

/** Response formats, the most useful first. Servers reject formats that they do not support. */
const FORMATS: readonly (readonly [field: string, value: string])[][] = [
  [
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities[]', 'segment'],
  ],
  [['response_format', 'verbose_json']],
  [['response_format', 'json']],
]

/** A segment is about 100 words, or 30 KB with its tokens. */
const MAX_RESPONSE_BYTES = 1_000_000

/** Short enough to notice a restarted server soon, long enough not to flood one that stays down. */
const DELAYS = { firstDelayMs: 500, maxDelayMs: 30_000 }

/** The interval between signs of life while a request is in progress. */
const SIGN_OF_LIFE_MS = 1_000

export class SpeechServer implements Engine {
  readonly concurrency: number
  readonly #settings: SpeechServerSettings
  readonly #server: ApiServer
  readonly #aligner: LoadContext['aligner']
  /** Index of the first of {@link FORMATS} that the server has not rejected. */
  #format = 0

  /** @param aligner finds word times if the server returns none */
  constructor(settings: SpeechServerSettings, aligner: LoadContext['aligner']) {
    this.#settings = settings
    this.#server = new ApiServer({ ...settings, maxResponseBytes: MAX_RESPONSE_BYTES })
    this.#aligner = aligner
    this.concurrency = settings.concurrency
  }

  /** @throws {RecogniserError} */
  async recognise(
    samples: Float32Array,
    language: LanguageCode,
    options: RecogniseOptions = {},
  ): Promise<Word[]> {
    // The protocol cannot pass known words; null makes the samples after them a segment of its own.
    return recogniseAfterKnown(samples, options, async (part, own) =>
      own.known === undefined ? this.#words(part, language, own) : null,
    )
  }

  async close(): Promise<void> {}

  async #words(samples: Float32Array, language: LanguageCode, options: RecogniseOptions): Promise<Word[]> {
    const answer = await this.#answer(samples, language, options)
    if (answer.text === '') return []
    const text = asSpoken(answer.text, language)
    const seconds = samples.length / SAMPLE_RATE
    const about = { language, seconds, confidence: answer.confidence ?? UNKNOWN_CONFIDENCE }
    const timed = wordsWithTimes(text, answer.words, about)
    if (timed !== undefined) return timed
    const spoken = { samples, language, signal: options.signal }
    const aligned = await alignedWords(text, spoken, this.#aligner)
    return aligned.map((word) => ({ ...word, confidence: answer.confidence ?? word.confidence }))
  }

  async #answer(
    samples: Float32Array,
    language: LanguageCode,
    { prompt, signal, onWaiting }: RecogniseOptions,
  ): Promise<TranscriptionAnswer> {
    const file = new File([wavOf(samples)], 'speech.wav', { type: 'audio/wav' })
    const policy = { patienceMs: this.#settings.patienceSeconds * 1000, ...DELAYS }
    const signsOfLife = setInterval(() => onWaiting?.(), SIGN_OF_LIFE_MS)
    try {
      for (let format = this.#format; ; format++) {
        const form = new FormData()
        form.set('file', file)
        form.set('model', this.#settings.model)
        form.set('language', language)
        if (prompt !== undefined) form.set('prompt', prompt)
        for (const [field, value] of FORMATS[format]!) form.append(field, value)
        try {
          const answer = await withRetries(() => this.#send(form, language, signal), policy, signal)
          this.#format = Math.max(this.#format, format)
          return answer
        } catch (error) {
          if (!(error instanceof ApiFailure)) throw error
          if (error.kind !== 'rejected' || format === FORMATS.length - 1)
            throw errorOf(error, this.#settings.timeoutSeconds)
        }
      }
    } finally {
      clearInterval(signsOfLife)
    }
  }

  async #send(
    form: FormData,
    language: LanguageCode,
    signal: AbortSignal | undefined,
  ): Promise<TranscriptionAnswer> {
    const request = { path: '/audio/transcriptions', body: form }
    const answer = await this.#server.send(request, transcriptionAnswer, signal)
    const recognised = answer.language ?? language
    if (answer.text !== '' && recognised !== language) throw wrongLanguage(language, recognised)
    return answer
  }
}

/** Encodes a 16-bit WAV file. */
function wavOf(samples: Float32Array): Buffer<ArrayBuffer> {
  const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
  const format = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: SAMPLE_RATE, channels: 1 } as const
  return Buffer.concat([wavHeader(format, pcm.byteLength), Buffer.from(pcm.buffer)])
}
