/** Transducers of icefall, such as its Zipformers. */
import { TRANSDUCER_FILES } from '../../../models/pulled/layout.ts'
import { transducerFamily } from './sherpa-family.ts'

export const transducer = transducerFamily({
  name: 'transducer',
  layout: {
    files: TRANSDUCER_FILES,
    repository: /^(?!.*streaming).*(zipformer|conformer|icefall)/i,
    punctuates: false,
  },
  config: ({ tokens, ...files }) => ({ modelConfig: { tokens, transducer: files, modelType: 'transducer' } }),
})
