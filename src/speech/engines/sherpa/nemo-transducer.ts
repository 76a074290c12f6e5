/** NeMo's transducers, such as Parakeet TDT, whose tokens have durations. */
import { sherpaFamily } from './sherpa-family.ts'

export const nemoTransducer = sherpaFamily({
  name: 'nemo-transducer',
  files: ['encoder', 'decoder', 'joiner', 'tokens'],
  pullable: [],
  config: ({ tokens, ...transducer }) => ({
    modelConfig: { tokens, transducer, modelType: 'nemo_transducer' },
  }),
})
