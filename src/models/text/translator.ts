/** A translation model exported for transformers.js, for one pair of languages or for many. */
import {
  AutoModelForSeq2SeqLM,
  AutoTokenizer,
  env,
  LogitsProcessor,
  LogitsProcessorList,
  LogLevel,
  type Tensor,
  TranslationPipeline,
} from '@huggingface/transformers'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { LanguageCode, TranslationLanguageCode } from '../../contract/languages.ts'
import { type Device, onnxOptions } from '../onnx-session.ts'
import type { DescriptionFor } from '../pulled/model-description.ts'
import type { PulledModel } from '../pulled/pulled-model.ts'

type TranslationModel = PulledModel<DescriptionFor<'translation'>>

/** The files, by the paths that transformers.js requests. */
const FILES = {
  'config.json': 'config',
  'tokenizer.json': 'tokenizer',
  'tokenizer_config.json': 'tokenizer-config',
  'generation_config.json': 'generation-config',
  'onnx/encoder_model.onnx': 'encoder',
  'onnx/decoder_model_merged.onnx': 'decoder',
} as const

/** Texts translated at the same time. */
const BATCH_TEXTS = 8

/**
 * The most tokens of a translation, per token of its original and in addition, so that a model that repeats itself is
 * stopped.
 */
const TOKENS_PER_TOKEN = 2
const MORE_TOKENS = 20

/** transformers.js has one global source of files, so models are loaded one at a time. */
const loading = pLimit(1)

export class Translator {
  readonly #pipeline: TranslationPipeline
  readonly #ending = new LogitsProcessorList()
  readonly #codes: DescriptionFor<'translation'>['codes']
  /** One batch at a time, because the tokenizer holds the languages of the batch. */
  readonly #inTurn = pLimit(1)

  private constructor(
    pipeline: TranslationPipeline,
    ends: readonly number[],
    codes: DescriptionFor<'translation'>['codes'],
  ) {
    this.#pipeline = pipeline
    this.#ending.push(new EndingOnce(ends))
    this.#codes = codes
  }

  /** @throws Error if the files are not a translation model that transformers.js supports */
  static async load(model: TranslationModel, device: Device): Promise<Translator> {
    return loading(async () => {
      const files = await filesOf(model)
      // Uses only these files: nothing is downloaded or written.
      env.allowRemoteModels = false
      env.logLevel = LogLevel.ERROR
      env.useCustomCache = true
      env.customCache = {
        match: async (url) => {
          const bytes = files.get(Object.keys(FILES).find((path) => url.endsWith(`/${path}`)) ?? '')
          return bytes && new Response(new Uint8Array(bytes))
        },
        put: async () => {},
      }
      try {
        const options = {
          local_files_only: true,
          // The description already decided which file that is.
          dtype: 'fp32',
          device,
          session_options: onnxOptions({ reuseMemory: false, device }),
        } as const
        const tokenizer = await AutoTokenizer.from_pretrained('model', options)
        const { codes } = model.description
        const known: readonly string[] = Reflect.get(tokenizer, 'language_codes') ?? []
        const unknown = Object.values(codes ?? {}).filter((code) => !known.includes(code))
        if (unknown.length > 0) throw new Error(`it does not know the codes ${unknown.join(', ')}`)
        const translator = await AutoModelForSeq2SeqLM.from_pretrained('model', options)
        const pipeline = new TranslationPipeline({ task: 'translation', model: translator, tokenizer })
        const end = z.union([z.int(), z.array(z.int())]).parse(translator.generation_config?.eos_token_id)
        return new Translator(pipeline, [end].flat(), codes)
      } finally {
        env.customCache = null
        env.useCustomCache = false
      }
    })
  }

  /**
   * The translation of each text.
   * @param texts - sentences, or parts of some hundred characters
   * @throws the reason of `signal` once it is aborted
   */
  async translate(
    texts: readonly string[],
    from: LanguageCode,
    to: TranslationLanguageCode,
    signal?: AbortSignal,
  ): Promise<string[]> {
    const translations = new Map<string, string>()
    const distinct = [...new Set(texts)].toSorted((a, b) => a.length - b.length)
    for (let at = 0; at < distinct.length; at += BATCH_TEXTS) {
      const batch = distinct.slice(at, at + BATCH_TEXTS)
      const translated = await this.#inTurn(async () => {
        signal?.throwIfAborted()
        return this.#translateBatch(batch, from, to)
      })
      for (const [index, text] of batch.entries()) translations.set(text, translated[index]!)
    }
    return texts.map((text) => translations.get(text)!)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(async () => this.#pipeline.dispose())
  }

  async #translateBatch(
    batch: readonly string[],
    from: LanguageCode,
    to: TranslationLanguageCode,
  ): Promise<string[]> {
    const { tokenizer } = this.#pipeline
    const tokens = Math.max(...batch.map((text) => tokenizer.encode(text).length))
    const options = {
      max_new_tokens: TOKENS_PER_TOKEN * tokens + MORE_TOKENS,
      num_beams: 1,
      do_sample: false,
      logits_processor: this.#ending,
      ...(this.#codes && { src_lang: this.#codes[from], tgt_lang: this.#codes[to] }),
    }
    const translations = await this.#pipeline([...batch], options)
    return translations.map(({ translation_text: text }) => text.trim())
  }
}

async function filesOf(model: TranslationModel): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [path, name] of Object.entries(FILES)) files.set(path, await model.read(name))
  return files
}

/**
 * Ends each text of a batch where the model ends it: transformers.js 4.3.1 generates until all texts of a batch have
 * ended, and keeps what it generated after the end of the shorter ones.
 */
class EndingOnce extends LogitsProcessor {
  readonly #ends: readonly number[]

  /** @param ends - the tokens that end a text */
  constructor(ends: readonly number[]) {
    super()
    this.#ends = ends
  }

  /** Allows only the end token for a text that has ended. Some models begin with the same token. */
  override _call(inputs: bigint[][], logits: Tensor): Tensor {
    const scores = logits.data as Float32Array
    const width = scores.length / inputs.length
    for (const [row, tokens] of inputs.entries()) {
      const last = Number(tokens.at(-1))
      if (tokens.length === 1 || !this.#ends.includes(last)) continue
      scores.fill(-Infinity, row * width, (row + 1) * width)
      scores[row * width + last] = 0
    }
    return logits
  }
}
