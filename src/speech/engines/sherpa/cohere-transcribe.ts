/** Cohere Transcribe; writes punctuation. The library stops it after six tokens per second of speech. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'
import { wordsOfText } from './words-of-text.ts'

export const cohereTranscribe = sherpaFamily({
  name: 'cohere-transcribe',
  // The encoder refers to its weights file by name.
  layout: {
    files: {
      encoder: [/^encoder\.int8\.onnx$/],
      'encoder.int8.onnx.data': [/^encoder\.int8\.onnx\.data$/],
      decoder: onnxFile('decoder'),
      tokens: TOKENS,
    },
    repository: /cohere/i,
  },
  languages: ['ar', 'de', 'el', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'vi', 'zh'],
  config: ({ encoder, decoder, tokens }) => ({
    modelConfig: { tokens, cohereTranscribe: { encoder, decoder } },
  }),
  streamOptions: ({ language }) => ({ language }),
  words: wordsOfText,
})
