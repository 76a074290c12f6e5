/**
 * Ninety-nine languages, and which one it is, by Whisper (OpenAI): base, 8 bit, unless another is given. With it, on two
 * cores, a stretch takes 0.6 s, however short it is, and 20 ms a token: 0.07 of real time for 18 s of speech, in 0.6 GB of
 * memory. Of transformers.js only the
 * spectrogram is used: its own generation takes 0.3 of real time and 1.1 GB, and gives no probabilities.
 */
import { WhisperFeatureExtractor } from '@huggingface/transformers'
import * as ort from 'onnxruntime-node'
import { z } from 'zod'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { type LanguageCode, languageCode } from '../../contract/languages.ts'
import type {
  Engine,
  RecogniseOptions,
  IdentifiedLanguage,
  LanguageIdentifier,
  SpeechTranslator,
  Word,
} from './engine.ts'
import { recogniseAfterKnown } from './repetition-guard.ts'
import { readModelFile } from '../../models/bundled-files.ts'
import { dropOutputs } from '../../models/onnx-graph.ts'
import { createSession } from '../../models/onnx-session.ts'
import { SequenceDecoder } from './sequence-decoder.ts'
import { textOf, wordsOfSequence } from './spoken-words.ts'

const FRAME_SECONDS = 0.02

/** Scripts that are spelled out byte by byte need up to 15 tokens a second; the model has room for 448. */
const TOKENS_PER_SECOND = 20
const MAX_TOKENS = 440

/** Positions of the decoder, and how many of them Whisper itself leaves to a prompt (`n_text_ctx / 2 - 1`). */
const POSITIONS = 448
const MAX_PROMPT_TOKENS = 223

/** Bytes of a piece that is looked for: no word of the vocabulary but rows of signs are longer. */
const MAX_TOKEN_BYTES = 24

/**
 * A mean logarithm of probabilities below it is made up. Of a transcript, Whisper's own threshold (`logprob_threshold`);
 * a translation can be put in many ways, each less likely: of five clips in five languages they have −0.5 to −1.5, and
 * what is made up for the same clips in noise has −1.9 to −3.8.
 */
const MIN_LOG_PROBABILITY = { transcribe: -1, translate: -1.7 } as const

/**
 * Whisper's own threshold (`no_speech_threshold`). What it takes for silence it hears without a prompt, which it would
 * repeat: it gives 0.72 to 0.95 for silence, noise and tones, up to 0.08 for a sentence, 0.37 for one drowned in noise, and
 * 0.55 to 0.92 for a second of speech.
 */
const NO_SPEECH = 0.6

/** What is needed of generation_config.json. */
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

/** What the decoder is asked to write. */
interface Writing {
  /** What is spoken. */
  readonly language: LanguageCode
  readonly task: keyof GenerationConfig['task_to_id']
}

/** vocab.json, or the tokenizer.json that holds the same. */
const pieceTokens = z.record(z.string(), z.int())
const vocabularyFile = z.union([
  pieceTokens,
  z.object({ model: z.object({ vocab: pieceTokens }) }).transform(({ model }) => model.vocab),
])

/**
 * What a Whisper is made of, as it is exported for transformers.js: two graphs, the decoder merged and with its
 * cross-attention among its outputs, vocab.json or tokenizer.json, generation_config.json, preprocessor_config.json.
 */
export type WhisperFile = 'encoder' | 'decoder' | 'vocabulary' | 'generation' | 'features'

interface Parts {
  features: WhisperFeatureExtractor
  encoder: ort.InferenceSession
  decoder: SequenceDecoder
  config: GenerationConfig
  pieces: readonly Uint8Array[]
  /** The token of each piece, by its bytes as Latin-1. */
  tokens: ReadonlyMap<string, number>
}

export class Whisper implements Engine, LanguageIdentifier, SpeechTranslator {
  readonly #parts: Parts
  /** Of the last samples: a stretch whose language was identified is recognised next. */
  #encoded: { samples: Float32Array; states: ort.Tensor } | undefined

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * @param read - gives its files, checked; those of the built-in one unless given
   * @throws Error when they are not a multilingual Whisper that can tell when its words are said
   */
  static async load(
    read: (file: WhisperFile) => Promise<Buffer> = (file) => readModelFile(`whisper-${file}`),
  ): Promise<Whisper> {
    const readJson = async (file: WhisperFile): Promise<unknown> => JSON.parse((await read(file)).toString())
    const config = generationConfig.parse(await readJson('generation'))
    const pieces = piecesOf(vocabularyFile.parse(await readJson('vocabulary')))
    const features = new WhisperFeatureExtractor(await readJson('features'))
    // Nobody reads the attention inside the encoder; as outputs it takes 430 MB until the end of a run.
    const encoder = dropOutputs(await read('encoder'), (name) => name.includes('attentions'))
    const decoder = dropOutputs(await read('decoder'), (name) => name.startsWith('decoder_attentions'))
    return new Whisper({
      features,
      encoder: await createSession(encoder, { reuseMemory: false }),
      decoder: new SequenceDecoder(
        await createSession(decoder, { reuseMemory: true }),
        config.alignment_heads,
      ),
      config,
      pieces,
      tokens: new Map(pieces.map((piece, token) => [Buffer.from(piece).toString('latin1'), token])),
    })
  }

  async identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<IdentifiedLanguage> {
    const { decoder, config } = this.#parts
    const scores = await decoder.scores(await this.#encode(samples), [config.decoder_start_token_id])
    const languages = candidates.length > 0 ? candidates : languageCode.options
    const weights = languages.map((language) => Math.exp(scores[this.#tokenOf(language)]!))
    const greatest = weights.reduce((best, weight, i) => (weight > weights[best]! ? i : best), 0)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return { language: languages[greatest]!, probability: weights[greatest]! / sum }
  }

  recognise(samples: Float32Array, language: LanguageCode, hints: RecogniseOptions = {}): Promise<Word[]> {
    const writing = { language, task: 'transcribe' } as const
    return recogniseAfterKnown(samples, hints, async (stretch, { prompt, ...own }) => {
      const isPrompted = prompt !== undefined && (await this.#probabilityOfSilence(stretch)) < NO_SPEECH
      const prompted = isPrompted ? await this.#attempt(stretch, writing, { ...own, prompt }) : null
      // A prompt that leads astray is worse than none.
      return prompted ?? this.#attempt(stretch, writing, own)
    })
  }

  translate(samples: Float32Array, language: LanguageCode, signal?: AbortSignal): Promise<Word[]> {
    const writing = { language, task: 'translate' } as const
    const hints = signal === undefined ? {} : { signal }
    return recogniseAfterKnown(samples, hints, (stretch, own) => this.#attempt(stretch, writing, own))
  }

  async #attempt(
    samples: Float32Array,
    { language, task }: Writing,
    { known = [], prompt = '', signal }: RecogniseOptions,
  ): Promise<Word[] | null> {
    const { decoder, config, pieces } = this.#parts
    const tokens = tokensOf(textOf(known), this.#parts.tokens)
    const seconds = samples.length / SAMPLE_RATE
    const { decoder_start_token_id: start, task_to_id: tasks, no_timestamps_token_id: noTimestamps } = config
    const before = this.#tokensBefore(prompt)
    const sequence = await decoder.decode(await this.#encode(samples), {
      prompt: [...before, start, this.#tokenOf(language), tasks[task], noTimestamps],
      known: tokens,
      signal,
      endToken: config.eos_token_id,
      maxTokens: Math.min(
        MAX_TOKENS,
        POSITIONS - 4 - before.length,
        Math.ceil(seconds * TOKENS_PER_SECOND) + 10,
      ),
      suppress: config.suppress_tokens ?? [],
      suppressFirst: config.begin_suppress_tokens ?? [],
    })
    if (!sequence.ended) return null
    const logarithms = sequence.probabilities.slice(tokens.length).map((probability) => Math.log(probability))
    if (
      logarithms.reduce((sum, logarithm) => sum + logarithm, 0) <
      MIN_LOG_PROBABILITY[task] * logarithms.length
    )
      return []
    // The model always hears 30 s; what is spoken lies in those that are there.
    const frames = Math.ceil(seconds / FRAME_SECONDS)
    const attention = sequence.attention.map((rows) => rows.map((row) => row.slice(0, frames)))
    const notation = { pieces, frameSeconds: FRAME_SECONDS }
    const written = task === 'translate' ? 'en' : language
    return wordsOfSequence({ ...sequence, attention }, notation, written).slice(known.length)
  }

  async close(): Promise<void> {
    await Promise.all([this.#parts.encoder.release(), this.#parts.decoder.close()])
  }

  async #encode(samples: Float32Array): Promise<ort.Tensor> {
    if (this.#encoded?.samples === samples) return this.#encoded.states
    const { input_features: features } = await this.#parts.features(samples)
    const input = new ort.Tensor('float32', features.data, features.dims)
    const { last_hidden_state: states } = await this.#parts.encoder.run({ input_features: input })
    this.#encoded = { samples, states: states! }
    return states!
  }

  async #probabilityOfSilence(samples: Float32Array): Promise<number> {
    const { decoder, config } = this.#parts
    const scores = await decoder.scores(await this.#encode(samples), [config.decoder_start_token_id])
    const silence = scores[config.no_timestamps_token_id - 1] ?? -Infinity
    // Softmax, each score against that one.
    return 1 / scores.reduce((sum, score) => sum + Math.exp(score - silence), 0)
  }

  /** What a prompt is to the model: the end of what was said before. */
  #tokensBefore(prompt: string): number[] {
    const text = prompt.replaceAll(/\s+/gu, ' ').trim()
    if (text === '') return []
    // Special tokens stand in one order in every Whisper: … <|startofprev|>, <|nospeech|>, <|notimestamps|>.
    const startOfPrevious = this.#parts.config.no_timestamps_token_id - 2
    return [startOfPrevious, ...tokensOf(` ${text}`, this.#parts.tokens).slice(-MAX_PROMPT_TOKENS)]
  }

  #tokenOf(language: LanguageCode): number {
    const token = this.#parts.config.lang_to_id[`<|${language}|>`]
    if (token === undefined) throw new Error(`Whisper does not know the language ${language}`)
    return token
  }
}

/**
 * A text in tokens, the longest piece that fits each time: for nearly every word those that the model would write, and
 * it reads the others as well.
 */
function tokensOf(text: string, tokens: ReadonlyMap<string, number>): number[] {
  const bytes = Buffer.from(text).toString('latin1')
  const found: number[] = []
  for (let at = 0; at < bytes.length;) {
    let length = Math.min(MAX_TOKEN_BYTES, bytes.length - at)
    while (length > 1 && !tokens.has(bytes.slice(at, at + length))) length--
    const token = tokens.get(bytes.slice(at, at + length))
    if (token !== undefined) found.push(token)
    at += length
  }
  return found
}

/** The pieces of a byte-level vocabulary, in which every byte is written as one printable character (GPT-2). */
function piecesOf(vocabulary: Record<string, number>): Uint8Array[] {
  const bytes = new Map<string, number>()
  let spare = 256
  for (let byte = 0; byte < 256; byte++)
    bytes.set(String.fromCharCode(isPrintable(byte) ? byte : spare++), byte)
  const pieces: Uint8Array[] = []
  for (const [piece, token] of Object.entries(vocabulary))
    pieces[token] = Uint8Array.from(piece, (character) => bytes.get(character) ?? 0)
  return pieces
}

function isPrintable(byte: number): boolean {
  return (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173)
}
