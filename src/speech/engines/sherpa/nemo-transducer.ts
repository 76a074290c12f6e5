/** NeMo's transducers, such as Parakeet TDT, whose tokens have durations. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { transducerFamily } from './sherpa-family.ts'

export const nemoTransducer = transducerFamily({
  name: 'nemo-transducer',
  layout: {
    files: {
      encoder: onnxFile('encoder'),
      decoder: onnxFile('decoder'),
      joiner: onnxFile('joiner'),
      tokens: TOKENS,
    },
    repository: /^(?!.*streaming).*(nemo|parakeet|giga-?am)/i,
  },
  config: ({ tokens, ...transducer }) => ({
    modelConfig: { tokens, transducer, modelType: 'nemo_transducer' },
  }),
})
