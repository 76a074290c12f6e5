/** NeMo's CTC models, such as Parakeet CTC, and GigaAM. They give no probabilities. */
import { sherpaFamily } from './sherpa-family.ts'

export const nemoCtc = sherpaFamily({
  name: 'nemo-ctc',
  files: ['model', 'tokens'],
  config: ({ model, tokens }) => ({ modelConfig: { tokens, nemoCtc: { model } } }),
})
