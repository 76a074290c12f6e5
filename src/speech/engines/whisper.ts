/**
 * Whisper (OpenAI): 99 languages, language identification, and translation into English. Whisper base, 8 bit, is bundled.
 * On two cores it takes 0.6 s per segment (half of that up to 14 s) and 20 ms per token, which is 0.07 of real time for
 * 18 s of speech, in 0.6 GB of memory. Only the spectrogram of transformers.js is used: its own generation takes 0.3 of
 * real time and 1.1 GB, and returns no probabilities.
 */
import { z } from 'zod'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { type LanguageCode, languageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { dropOutputs } from '../../models/onnx-graph.ts'
import { createSession, type Device } from '../../models/onnx-session.ts'
import { ByteLevelVocabulary } from './byte-level-vocabulary.ts'
import type {
  Engine,
  EngineFamily,
  LanguageIdentifier,
  ModelFiles,
  LanguageProbabilities,
  RecogniseOptions,
  SpeechAligner,
  SpeechTranslator,
} from './engine.ts'
import type { Punctuation } from './punctuation.ts'
import { recogniseAfterKnown } from './repetition-guard.ts'
import { SequenceDecoder } from './sequence-decoder.ts'
import { type DecodedSequence, evenlySpacedWords, textOf, wordsOfSequence } from './spoken-words.ts'
import { WhisperEncoder } from './whisper-encoder.ts'
import { WHISPER_BASE, WHISPER_LAYOUT } from './whisper-models.ts'

const FRAME_SECONDS = 0.02

/** Scripts that are written byte by byte need up to 15 tokens per second. */
const TOKENS_PER_SECOND = 20
const MAX_TOKENS = 440

/** The positions of the decoder (`n_text_ctx`), and how many of them Whisper's own code allows for a prompt. */
const POSITIONS = 448
const MAX_PROMPT_TOKENS = 223

/**
 * Text with a lower mean log probability is discarded as a hallucination. For transcription, this is Whisper's own
 * threshold (`logprob_threshold`). A translation can be worded in many ways, each of them less likely: over five clips in
 * five languages, translations have −0.5 to −1.5, and hallucinations for the same clips in noise −1.9 to −3.8.
 */
const MIN_LOG_PROBABILITY = { transcribe: -1, translate: -1.7 } as const

/**
 * Whisper's own threshold (`no_speech_threshold`) for the probability of silence. Above it, the prompt is omitted,
 * because the model would repeat it. Measured: 0.72 to 0.95 for silence, noise and tones, up to 0.08 for a sentence, 0.37
 * for a sentence drowned in noise, and 0.55 to 0.92 for a second of speech.
 */
const NO_SPEECH = 0.6

/**
 * The punctuation marks of languages in which the model omits many of them. Each is one token. Korean would benefit too,
 * but four more of 50 words would be wrong.
 */
const MARKS: Partial<Record<LanguageCode, { stops: string; commas: string }>> = {
  ja: { stops: '。?', commas: '、' },
  zh: { stops: '。?', commas: ',' },
}

/**
 * Added to the scores of these marks. With it, 17 instead of 11 of 19 sentence ends are found in Japanese, and 3 instead
 * of none of 4 in Chinese; 50 instead of 47 of 438 Japanese characters are wrong.
 */
const ADDEND = 1.5

/** The fields of generation_config.json that are used. */
const generationConfig = z.object({
  decoder_start_token_id: z.int(),
  eos_token_id: z.int(),
  no_timestamps_token_id: z.int(),
  task_to_id: z.object({ transcribe: z.int(), translate: z.int() }),
  lang_to_id: z.record(z.string(), z.int()),
  suppress_tokens: z.array(z.int()).nullish(),
  begin_suppress_tokens: z.array(z.int()).nullish(),
  alignment_heads: z.array(z.tuple([z.int(), z.int()])),
})
type GenerationConfig = z.infer<typeof generationConfig>

interface Task {
  /** The spoken language. */
  readonly language: LanguageCode
  readonly type: keyof GenerationConfig['task_to_id']
}

/** The content of vocab.json, or of a tokenizer.json that contains the same. */
const tokenIds = z.record(z.string(), z.int())
const vocabularyFile = z.union([
  tokenIds,
  z.object({ model: z.object({ vocab: tokenIds }) }).transform(({ model }) => model.vocab),
])

/**
 * The files of a model as exported for transformers.js: the encoder, the merged decoder with its cross-attention among
 * its outputs, vocab.json or tokenizer.json, generation_config.json and preprocessor_config.json.
 */
const FILES = ['encoder', 'decoder', 'vocabulary', 'generation', 'features'] as const
type WhisperFile = (typeof FILES)[number]

export const whisper: EngineFamily<Whisper> = {
  name: 'whisper',
  files: FILES,
  bundled: WHISPER_BASE,
  layout: WHISPER_LAYOUT,
  load: (files, { device }) => Whisper.load(files, device),
}

interface Parts {
  encoder: WhisperEncoder
  decoder: SequenceDecoder
  config: GenerationConfig
  vocabulary: ByteLevelVocabulary
}

export class Whisper implements Engine, LanguageIdentifier, SpeechTranslator, SpeechAligner {
  readonly #parts: Parts

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Error if the files are not a multilingual Whisper with alignment heads */
  static async load(files: ModelFiles, device: Device): Promise<Whisper> {
    const { WhisperFeatureExtractor } = await import('@huggingface/transformers')
    const read = (file: WhisperFile) => files.read(file)
    const readJson = async (file: WhisperFile): Promise<unknown> => JSON.parse((await read(file)).toString())
    const config = generationConfig.parse(await readJson('generation'))
    const vocabulary = new ByteLevelVocabulary(vocabularyFile.parse(await readJson('vocabulary')))
    const features = new WhisperFeatureExtractor(await readJson('features'))
    const decoder = dropOutputs(await read('decoder'), (name) => name.startsWith('decoder_attentions'))
    return new Whisper({
      encoder: await WhisperEncoder.load(await read('encoder'), features, device),
      decoder: new SequenceDecoder(
        await createSession(decoder, { reuseMemory: true, threads: 1, device }),
        config.alignment_heads,
      ),
      config,
      vocabulary,
    })
  }

  async identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<LanguageProbabilities> {
    const { encoder, decoder, config } = this.#parts
    const scores = await decoder.scores(await encoder.encode(samples), [config.decoder_start_token_id])
    const languages = candidates.length > 0 ? candidates : languageCode.options
    const weights = languages.map((language) => Math.exp(scores[this.#tokenOf(language)]!))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return new Map(languages.map((language, i) => [language, weights[i]! / sum]))
  }

  recognise(samples: Float32Array, language: LanguageCode, options: RecogniseOptions = {}): Promise<Word[]> {
    const task = { language, type: 'transcribe' } as const
    return recogniseAfterKnown(samples, options, async (part, { prompt, ...others }) => {
      const isPrompted =
        prompt !== undefined && (await this.#probabilityOfSilence(part, options.isLive)) < NO_SPEECH
      const prompted = isPrompted ? await this.#attempt(part, task, { ...others, prompt }) : null
      return prompted ?? this.#attempt(part, task, others)
    })
  }

  translate(samples: Float32Array, language: LanguageCode, signal?: AbortSignal): Promise<Word[]> {
    const task = { language, type: 'translate' } as const
    const options = signal === undefined ? {} : { signal }
    return recogniseAfterKnown(samples, options, (part, own) => this.#attempt(part, task, own))
  }

  async align(samples: Float32Array, text: string, language: LanguageCode): Promise<Word[]> {
    const { encoder, decoder, config, vocabulary } = this.#parts
    const seconds = samples.length / SAMPLE_RATE
    const prompt = this.#startOf({ language, type: 'transcribe' })
    const tokens = vocabulary.encode(text)
    // Longer than anything said in 28 s.
    if (prompt.length + tokens.length > POSITIONS) return evenlySpacedWords(text, seconds, language)
    const sequence = await decoder.decode(await encoder.encode(samples), {
      prompt,
      known: tokens,
      endToken: config.eos_token_id,
      maxTokens: tokens.length + 1,
    })
    return this.#wordsOf({ ...sequence, tokens }, seconds, language)
  }

  async #attempt(
    samples: Float32Array,
    { language, type }: Task,
    { known = [], prompt = '', isLive, signal }: RecogniseOptions,
  ): Promise<Word[] | null> {
    const { encoder, decoder, config, vocabulary } = this.#parts
    const tokens = vocabulary.encode(textOf(known))
    const seconds = samples.length / SAMPLE_RATE
    const context = this.#promptTokens(prompt)
    const sequence = await decoder.decode(await encoder.encode(samples, isLive), {
      prompt: [...context, ...this.#startOf({ language, type })],
      known: tokens,
      signal,
      endToken: config.eos_token_id,
      maxTokens: Math.min(
        MAX_TOKENS,
        POSITIONS - 4 - context.length,
        Math.ceil(seconds * TOKENS_PER_SECOND) + 10,
      ),
      suppress: config.suppress_tokens ?? [],
      suppressFirst: config.begin_suppress_tokens ?? [],
      punctuation: type === 'transcribe' ? this.#punctuationOf(language) : undefined,
    })
    if (!sequence.ended) return null
    const logarithms = sequence.probabilities.slice(tokens.length).map((probability) => Math.log(probability))
    const sum = logarithms.reduce((total, logarithm) => total + logarithm, 0)
    if (sum < MIN_LOG_PROBABILITY[type] * logarithms.length) return []
    return this.#wordsOf(sequence, seconds, type === 'translate' ? 'en' : language).slice(known.length)
  }

  /** @param language - that of the text */
  #wordsOf(sequence: DecodedSequence, seconds: number, language: LanguageCode): Word[] {
    // The model pads its input to 30 s, but speech can only be in the frames of the samples.
    const frames = Math.ceil(seconds / FRAME_SECONDS)
    const attention = sequence.attention.map((rows) => rows.map((row) => row.slice(0, frames)))
    const bytesOf = (token: number) => this.#parts.vocabulary.bytesOf(token)
    return wordsOfSequence({ ...sequence, attention }, { bytesOf, frameSeconds: FRAME_SECONDS }, language)
  }

  /** The tokens from which the decoder starts. */
  #startOf({ language, type }: Task): number[] {
    const {
      decoder_start_token_id: start,
      task_to_id: tasks,
      no_timestamps_token_id: last,
    } = this.#parts.config
    return [start, this.#tokenOf(language), tasks[type], last]
  }

  async close(): Promise<void> {
    await Promise.all([this.#parts.encoder.close(), this.#parts.decoder.close()])
  }

  async #probabilityOfSilence(samples: Float32Array, isLive?: boolean): Promise<number> {
    const { encoder, decoder, config } = this.#parts
    const scores = await decoder.scores(await encoder.encode(samples, isLive), [
      config.decoder_start_token_id,
    ])
    const silence = scores[config.no_timestamps_token_id - 1] ?? -Infinity
    // Softmax, with each score relative to the score of silence.
    return 1 / scores.reduce((sum, score) => sum + Math.exp(score - silence), 0)
  }

  /** A prompt is passed to the model as the end of the preceding transcript. */
  #promptTokens(prompt: string): number[] {
    const text = prompt.replaceAll(/\s+/gu, ' ').trim()
    if (text === '') return []
    // The order of the special tokens is the same in every Whisper: … <|startofprev|>, <|nospeech|>, <|notimestamps|>.
    const startOfPrevious = this.#parts.config.no_timestamps_token_id - 2
    return [startOfPrevious, ...this.#parts.vocabulary.encode(` ${text}`).slice(-MAX_PROMPT_TOKENS)]
  }

  #punctuationOf(language: LanguageCode): Punctuation | undefined {
    const marks = MARKS[language]
    if (marks === undefined) return undefined
    const tokensOf = (texts: string) =>
      Array.from(texts).flatMap((text) => this.#parts.vocabulary.encode(text))
    return { stops: tokensOf(marks.stops), commas: tokensOf(marks.commas), addend: ADDEND }
  }

  #tokenOf(language: LanguageCode): number {
    const token = this.#parts.config.lang_to_id[`<|${language}|>`]
    if (token === undefined) throw new Error(`Whisper does not know the language ${language}`)
    return token
  }
}
