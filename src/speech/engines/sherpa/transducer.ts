/** The transducers of icefall, such as its Zipformers. */
import { transducerFamily } from './sherpa-family.ts'

export const transducer = transducerFamily({
  name: 'transducer',
  files: ['encoder', 'decoder', 'joiner', 'tokens'],
  config: ({ tokens, ...files }) => ({ modelConfig: { tokens, transducer: files, modelType: 'transducer' } }),
})
