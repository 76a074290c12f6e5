/** Cohere Transcribe, with punctuation. The library stops it after six tokens for each second of speech. */
import { sherpaFamily } from './sherpa-family.ts'
import { wordsOfText } from './words-of-text.ts'

export const cohereTranscribe = sherpaFamily({
  name: 'cohere-transcribe',
  // The encoder names the file with its weights.
  files: ['encoder', 'encoder.int8.onnx.data', 'decoder', 'tokens'],
  languages: ['ar', 'de', 'el', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'vi', 'zh'],
  config: ({ encoder, decoder, tokens }) => ({
    modelConfig: { tokens, cohereTranscribe: { encoder, decoder } },
  }),
  streamOptions: ({ language }) => ({ language }),
  words: wordsOfText,
})
