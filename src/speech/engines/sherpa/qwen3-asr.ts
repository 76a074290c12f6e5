/** Qwen3-ASR; writes punctuation. It takes a text that says what the speech is about. */
import path from 'node:path'
import type { Spoken } from './sherpa-engine.ts'
import { onnxFile } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'
import { wordsOfText } from './words-of-text.ts'

/**
 * The most tokens of prompt, audio and text together; each run takes 120 MB for them. 20 s of audio take 260, the model's
 * own prompt 25, and our prompt at most 47: from 48 on, the library complains. The rest is more than anybody says in 20
 * s.
 */
const MAX_TOKENS = 512
const MAX_SECONDS = 20
const MAX_TEXT_TOKENS = 180
/** Assumes that a token covers four Latin letters, or one letter of three bytes. */
const MAX_PROMPT_BYTES = 3 * 47

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' })

export const qwen3Asr = sherpaFamily({
  name: 'qwen3-asr',
  // The library looks in a folder for files with extensions.
  layout: {
    files: {
      'conv-frontend': onnxFile('conv_frontend'),
      encoder: onnxFile('encoder'),
      decoder: onnxFile('decoder'),
      'vocab.json': [/^tokenizer\/vocab\.json$/],
      'merges.txt': [/^tokenizer\/merges\.txt$/],
      'tokenizer_config.json': [/^tokenizer\/tokenizer_config\.json$/],
    },
  },
  languages: [
    ...(['ar', 'cs', 'da', 'de', 'el', 'en', 'es', 'fa', 'fi', 'fr', 'hi', 'hu', 'id', 'it', 'ja'] as const),
    ...(['ko', 'mk', 'ms', 'nl', 'pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tl', 'tr', 'vi', 'zh'] as const),
  ],
  config: ({ 'conv-frontend': convFrontend, encoder, decoder, 'vocab.json': vocabulary }) => ({
    modelConfig: {
      tokens: '',
      qwen3Asr: {
        convFrontend,
        encoder,
        decoder,
        tokenizer: path.dirname(vocabulary),
        maxTotalLen: MAX_TOKENS,
        maxNewTokens: MAX_TEXT_TOKENS,
      },
    },
  }),
  streamOptions: ({ language, ...context }) => ({
    language: ENGLISH.of(language) ?? language,
    hotwords: beginningOf(textOf(context)),
  }),
  maxSeconds: MAX_SECONDS,
  words: wordsOfText,
})

/** The prompt of the model: the expected words, then what the speech is about. */
function textOf({ vocabulary, prompt }: Pick<Spoken, 'vocabulary' | 'prompt'>): string {
  const expected = vocabulary.filter(({ intensity }) => intensity > 0).map(({ text }) => text)
  return [...expected, prompt ?? ''].join(' ')
}

/** Truncates a text to what the model has room for. */
function beginningOf(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_PROMPT_BYTES))
  return text.slice(0, read)
}
