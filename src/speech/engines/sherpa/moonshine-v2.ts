/** The second version of Moonshine: one model per language; writes punctuation. */
import { TOKENS } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'
import { wordsOfText } from './words-of-text.ts'

export const moonshineV2 = sherpaFamily({
  name: 'moonshine-v2',
  // ONNX Runtime recognises its own format by the file extension.
  layout: {
    files: {
      'encoder.ort': [/^encoder_model\.ort$/],
      'decoder.ort': [/^decoder_model_merged\.ort$/],
      tokens: TOKENS,
    },
  },
  config: ({ 'encoder.ort': encoder, 'decoder.ort': mergedDecoder, tokens }) => ({
    modelConfig: { tokens, moonshine: { encoder, mergedDecoder } },
  }),
  // From 384 frames of 24 ms on, the library passes the decoder a mask that it rejects, and the text is empty:
  // k2-fsa/sherpa-onnx#3975.
  maxSeconds: 9,
  words: wordsOfText,
})
