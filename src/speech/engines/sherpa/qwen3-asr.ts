/** Qwen3-ASR, with punctuation. It reads what the speech is about before it listens. */
import path from 'node:path'
import type { Spoken } from './sherpa-engine.ts'
import { onnxFile } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'
import { wordsOfText } from './words-of-text.ts'

/**
 * The most tokens of prompt, audio and text together, for which each run takes 120 MB. Of these, 260 are 20 s of audio, 25 the model's own
 * prompt, and 47 at most are ours: from 48 on the library complains. As many as are left are more than anybody says in 20 s.
 */
const MAX_TOKENS = 512
const MAX_SECONDS = 20
const MAX_TEXT_TOKENS = 180
/** A token has four Latin letters, or one letter of three bytes. */
const MAX_PROMPT_BYTES = 3 * 47

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' })

export const qwen3Asr = sherpaFamily({
  name: 'qwen3-asr',
  // The library looks for those with endings in a folder.
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

/** What the model reads beforehand: the words that are expected, then what the speech is about. */
function textOf({ vocabulary, prompt }: Pick<Spoken, 'vocabulary' | 'prompt'>): string {
  const expected = vocabulary.filter(({ intensity }) => intensity > 0).map(({ text }) => text)
  return [...expected, prompt ?? ''].join(' ')
}

/** As much of a text as the model has room for. */
function beginningOf(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_PROMPT_BYTES))
  return text.slice(0, read)
}
