/** The CTC models of icefall, such as its Zipformers. They give no probabilities. */
import { sherpaFamily } from './sherpa-family.ts'

export const zipformerCtc = sherpaFamily({
  name: 'zipformer-ctc',
  files: ['model', 'tokens'],
  config: ({ model, tokens }) => ({ modelConfig: { tokens, zipformerCtc: { model } } }),
})
