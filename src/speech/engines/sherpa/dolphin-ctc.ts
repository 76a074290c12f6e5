/** Dolphin: languages of Asia. It gives no probabilities. */
import { sherpaFamily } from './sherpa-family.ts'

export const dolphinCtc = sherpaFamily({
  name: 'dolphin-ctc',
  files: ['model', 'tokens'],
  config: ({ model, tokens }) => ({ modelConfig: { tokens, dolphin: { model } } }),
})
