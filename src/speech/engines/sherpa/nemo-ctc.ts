/** NeMo's CTC models, such as Parakeet CTC, and GigaAM. They return no probabilities. */
import { CTC_FILES } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const nemoCtc = sherpaFamily({
  name: 'nemo-ctc',
  layout: {
    files: CTC_FILES,
    repository: /^(?!.*streaming).*(nemo|parakeet|giga-?am)/i,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, nemoCtc: { model } } }),
})
