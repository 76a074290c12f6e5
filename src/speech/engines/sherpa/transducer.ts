/** The transducers of icefall, such as its Zipformers. */
import { sherpaFamily } from './sherpa-family.ts'

export const transducer = sherpaFamily({
  name: 'transducer',
  files: ['encoder', 'decoder', 'joiner', 'tokens'],
  pullable: [],
  config: ({ tokens, ...files }) => ({ modelConfig: { tokens, transducer: files, modelType: 'transducer' } }),
})
