/** NeMo's transducers, such as Parakeet TDT, whose tokens have durations. */
import { TRANSDUCER_FILES } from '../../../models/pulled/layout.ts'
import { transducerFamily } from './sherpa-family.ts'

export const nemoTransducer = transducerFamily({
  name: 'nemo-transducer',
  layout: {
    files: TRANSDUCER_FILES,
    repository: /^(?!.*streaming).*(nemo|parakeet|giga-?am)/i,
  },
  config: ({ tokens, ...transducer }) => ({
    modelConfig: { tokens, transducer, modelType: 'nemo_transducer' },
  }),
})
