/** The transducers of icefall, such as its Zipformers. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { transducerFamily } from './sherpa-family.ts'

export const transducer = transducerFamily({
  name: 'transducer',
  layout: {
    files: {
      encoder: onnxFile('encoder'),
      decoder: onnxFile('decoder'),
      joiner: onnxFile('joiner'),
      tokens: TOKENS,
    },
    repository: /^(?!.*streaming).*(zipformer|conformer|icefall)/i,
    punctuates: false,
  },
  config: ({ tokens, ...files }) => ({ modelConfig: { tokens, transducer: files, modelType: 'transducer' } }),
})
