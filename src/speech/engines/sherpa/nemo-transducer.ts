/** NeMo's transducers, such as Parakeet TDT, whose tokens have durations. */
import { transducerFamily } from './sherpa-family.ts'

export const nemoTransducer = transducerFamily({
  name: 'nemo-transducer',
  files: ['encoder', 'decoder', 'joiner', 'tokens'],
  config: ({ tokens, ...transducer }) => ({
    modelConfig: { tokens, transducer, modelType: 'nemo_transducer' },
  }),
})
