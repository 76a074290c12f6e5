/** NeMo's CTC models, such as Parakeet CTC, and GigaAM. They give no probabilities. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const nemoCtc = sherpaFamily({
  name: 'nemo-ctc',
  layout: {
    files: { model: onnxFile('model'), tokens: TOKENS },
    repository: /^(?!.*streaming).*(nemo|parakeet|giga-?am)/i,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, nemoCtc: { model } } }),
})
