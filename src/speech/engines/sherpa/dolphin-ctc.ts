/** Dolphin: languages of Asia. Returns no probabilities. */
import { CTC_FILES } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const dolphinCtc = sherpaFamily({
  name: 'dolphin-ctc',
  layout: {
    files: CTC_FILES,
    repository: /dolphin/i,
    punctuates: false,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, dolphin: { model } } }),
})
