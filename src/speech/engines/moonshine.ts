/** Moonshine base (Useful Sensors): English, 8 bit, 0.05 of real time on two cores, 0.45 GB of memory. */
import type { LlamaTokenizer } from 'llama-tokenizer-js'
import * as ort from 'onnxruntime-node'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { exposeBranchValues } from '../../models/onnx-graph.ts'
import { createSession, type Device } from '../../models/onnx-session.ts'
import type { Engine, EngineFamily, ModelFiles, RecogniseOptions, SpeechAligner } from './engine.ts'
import { recogniseAfterKnown } from './repetition-guard.ts'
import { type AttentionHead, SequenceDecoder } from './sequence-decoder.ts'
import { type DecodedSequence, evenlySpacedWords, textOf, wordsOfSequence } from './spoken-words.ts'

const PACKAGE = '@usefulsensors/moonshine-js'
const FOLDER = 'dist/model/base/quantized'

export const moonshine: EngineFamily<Moonshine> = {
  name: 'moonshine',
  files: ['encoder', 'decoder'],
  bundled: {
    languages: ['en'],
    identifiesLanguages: false,
    translates: false,
    aligns: true,
    files: {
      encoder: {
        package: PACKAGE,
        file: `${FOLDER}/encoder_model.onnx`,
        sha256: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
      },
      decoder: {
        package: PACKAGE,
        file: `${FOLDER}/decoder_model_merged.onnx`,
        sha256: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
      },
    },
  },
  load: (files, { device }) => Moonshine.load(files, device),
}

const LAYERS = 8
const START_TOKEN = 1
const END_TOKEN = 2
const FRAME_SECONDS = 384 / SAMPLE_RATE

const MARKS = { stops: [29889, 29973], commas: [29892] } as const

/**
 * Added to the scores of punctuation marks. Measured over six minutes of English in whole recordings, as the share of
 * marks found, their precision, and wrong words of 952: 0: 0.85, 1.00, 13; 0.5 and 1: 0.91, 1.00, 13; 1.5: 1.00, 0.96, 9.
 * In live finals, it writes ten more marks, and so finds two more of the 103.
 */
const MARKS_ADDEND = 1.5

/** A silence, in seconds, after which a sentence has more often ended than not. */
const LONG_SILENCE = 0.15

/** Twice the rate of fast English; a model that writes more is no longer transcribing. */
const TOKENS_PER_SECOND = 10

/**
 * The lowest probability at which a single word that does not end a sentence is believed. For 0.2 to 1.4 s of music,
 * which voice activity detection occasionally takes for speech, the model writes "You" or "Yeah" in one of six cases,
 * with 0.28 to 0.84. Of 46 utterances of up to 1.1 s, most of which end with a full stop, one is lost ("Things", 0.60),
 * unless speech follows: both are then recognised together.
 */
const MIN_LONE_PROBABILITY = 0.9
const LONE_WORD = /^\s*[\p{L}']+$/u

/**
 * The heads of 64 that follow the speech best. Compared with the word times of Whisper base on 400 words, they are off by
 * 0.04 s at the median and 0.10 s at the 90th percentile; all 64 together by 0.08 and 0.17 s, at ten times the cost.
 */
const ALIGNMENT_HEADS: readonly AttentionHead[] = [
  [5, 5],
  [4, 2],
  [6, 1],
  [6, 4],
  [7, 4],
  [5, 6],
]

export class Moonshine implements Engine, SpeechAligner {
  readonly #encoder: ort.InferenceSession
  readonly #decoder: SequenceDecoder
  readonly #tokenizer: LlamaTokenizer

  private constructor(encoder: ort.InferenceSession, decoder: SequenceDecoder, tokenizer: LlamaTokenizer) {
    this.#encoder = encoder
    this.#decoder = decoder
    this.#tokenizer = tokenizer
  }

  static async load(files: ModelFiles, device: Device): Promise<Moonshine> {
    // Imported here because its vocabulary takes 37 MB and 0.1 s.
    const { LlamaTokenizer } = await import('llama-tokenizer-js')
    const encoder = await createSession(await files.read('encoder'), { reuseMemory: false, device })
    const decoder = await createSession(exposeBranchValues(await files.read('decoder'), crossAttentions()), {
      reuseMemory: true,
      threads: 1,
      device,
    })
    return new Moonshine(encoder, new SequenceDecoder(decoder, ALIGNMENT_HEADS), new LlamaTokenizer())
  }

  recognise(samples: Float32Array, language: LanguageCode, options: RecogniseOptions = {}): Promise<Word[]> {
    return recogniseAfterKnown(samples, options, (part, own) => this.#attempt(part, language, own))
  }

  async align(samples: Float32Array, text: string, language: LanguageCode): Promise<Word[]> {
    const tokens = this.#tokenizer.encode(text, false, false)
    if (tokens.length > maxTokensOf(samples))
      return evenlySpacedWords(text, samples.length / SAMPLE_RATE, language)
    const sequence = await this.#decoder.decode(await this.#encode(samples), {
      prompt: [START_TOKEN],
      known: tokens,
      endToken: END_TOKEN,
      maxTokens: tokens.length + 1,
    })
    return this.#wordsOf({ ...sequence, tokens }, language)
  }

  async #attempt(
    samples: Float32Array,
    language: LanguageCode,
    { known = [], isLive, silence, signal }: RecogniseOptions,
  ): Promise<Word[] | null> {
    const tokens = this.#tokenizer.encode(textOf(known), false, false)
    const sequence = await this.#decoder.decode(await this.#encode(samples), {
      prompt: [START_TOKEN],
      known: tokens,
      signal,
      endToken: END_TOKEN,
      maxTokens: maxTokensOf(samples),
      punctuation: { ...MARKS, addend: isLive ? 0 : MARKS_ADDEND, atEnd: atEndAfter(silence) },
    })
    if (!sequence.ended) return null
    const words = this.#wordsOf(sequence, language)
    // The model ends some segments of several sentences before the first word, but recognises each half of them.
    if (words.length === 0) return null
    return isUnbelievable(words) ? [] : words.slice(known.length)
  }

  async #encode(samples: Float32Array): Promise<ort.Tensor> {
    const input = new ort.Tensor('float32', samples, [1, samples.length])
    const { last_hidden_state: encoded } = await this.#encoder.run({ input_values: input })
    return encoded!
  }

  #wordsOf(sequence: DecodedSequence, language: LanguageCode): Word[] {
    const bytesOf = (token: number) => bytesOfText(this.#tokenizer.vocabById[token] ?? '')
    return wordsOfSequence(sequence, { bytesOf, frameSeconds: FRAME_SECONDS }, language)
  }

  async close(): Promise<void> {
    await Promise.all([this.#encoder.release(), this.#decoder.close()])
  }
}

function isUnbelievable([first, ...others]: readonly Word[]): boolean {
  const isLone = first !== undefined && others.length === 0 && LONE_WORD.test(first.word)
  return isLone && first.confidence < MIN_LONE_PROBABILITY
}

/**
 * How probable a mark at the end must be. In live finals of the same recordings, after 0.05 s of silence, 0.91 of the
 * full stops are right, compared with 0.67 if all are written; 0.72 of the sentence ends have one, compared with 0.97.
 * After 0.5 s, a sentence is more likely to have ended.
 */
function atEndAfter(silence: number | undefined) {
  if (silence === undefined) return undefined
  return { stop: silence < LONG_SILENCE ? 0.85 : 0.6, comma: 0.4 }
}

function maxTokensOf(samples: Float32Array): number {
  return Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND) + 10
}

/** The merged decoder computes its cross-attention inside its two branches. */
function crossAttentions(): Map<string, string> {
  return new Map(
    Array.from({ length: LAYERS }, (_, layer) => [
      `cross_attentions.${layer}`,
      `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`,
    ]),
  )
}

/** The bytes of a token given as text, with `▁` for a space, or as a byte such as `<0x0A>`. */
function bytesOfText(token: string): Uint8Array {
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token)?.[1]
  return byte === undefined ? Buffer.from(token.replaceAll('▁', ' ')) : Uint8Array.of(parseInt(byte, 16))
}
