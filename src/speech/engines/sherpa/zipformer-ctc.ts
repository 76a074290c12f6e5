/** CTC models of icefall, such as its Zipformers. They return no probabilities. */
import { CTC_FILES } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const zipformerCtc = sherpaFamily({
  name: 'zipformer-ctc',
  layout: {
    files: CTC_FILES,
    repository: /^(?!.*streaming).*zipformer.*ctc/i,
    punctuates: false,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, zipformerCtc: { model } } }),
})
