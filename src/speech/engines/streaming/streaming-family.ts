/** The kinds of streaming models: each decodes every sample of speech once, while it is spoken, and keeps what it has heard in a state. */
import { CTC_FILES, type Layout, TRANSDUCER_FILES } from '../../../models/pulled/layout.ts'
import { type ModelFamily, withFiles } from '../../../models/pulled/model-family.ts'

/** A kind of streaming model that sherpa-onnx runs. */
export interface StreamingFamily extends ModelFamily {
  readonly layout: Layout
  /** How the library is told where they are. */
  readonly config: (files: Readonly<Record<string, string>>) => Readonly<Record<string, object>>
  /** What the times of tokens that the library gives have to be multiplied by. Default: 1. */
  readonly timeScale?: number
}

const DECLARED: readonly Omit<StreamingFamily, 'files'>[] = [
  {
    // Zipformers, Conformers and LSTMs of icefall, and transducers of NeMo: their metadata and outputs say which.
    name: 'streaming-transducer',
    layout: {
      files: TRANSDUCER_FILES,
      repository: /streaming|nemotron/i,
    },
    config: ({ encoder, decoder, joiner }) => ({ transducer: { encoder, decoder, joiner } }),
  },
  {
    name: 'streaming-zipformer-ctc',
    layout: { files: CTC_FILES, repository: /streaming.*zipformer|zipformer.*streaming/i, punctuates: false },
    config: ({ model }) => ({ zipformer2Ctc: { model } }),
  },
  {
    name: 'streaming-nemo-ctc',
    layout: { files: CTC_FILES, repository: /nemo.*streaming|streaming.*nemo/i, punctuates: false },
    config: ({ model }) => ({ nemoCtc: { model } }),
    // The library takes a frame for 40 ms, as those of Zipformers; those of FastConformers last 80 ms.
    timeScale: 2,
  },
]

export const STREAMING_FAMILIES: readonly StreamingFamily[] = DECLARED.map(withFiles)
