/**
 * The kinds of streaming models. A streaming model decodes each sample of speech once, while it is spoken, and keeps a
 * state of what it has heard.
 */
import { CTC_FILES, type Layout, TRANSDUCER_FILES } from '../../../models/pulled/layout.ts'
import { type ModelFamily, withFiles } from '../../../models/pulled/model-family.ts'

/** A kind of streaming model that sherpa-onnx runs. */
export interface StreamingFamily extends ModelFamily {
  readonly layout: Layout
  /** The library's configuration, given the paths of the files. */
  readonly config: (files: Readonly<Record<string, string>>) => Readonly<Record<string, object>>
  /** The factor for the token times that the library returns. Default: 1. */
  readonly timeScale?: number
}

const DECLARED: readonly Omit<StreamingFamily, 'files'>[] = [
  {
    // Zipformers, Conformers and LSTMs of icefall, and NeMo transducers; the library tells them apart by their metadata
    // and outputs.
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
    // The library assumes frames of 40 ms, as in Zipformers; frames of FastConformers last 80 ms.
    timeScale: 2,
  },
]

export const STREAMING_FAMILIES: readonly StreamingFamily[] = DECLARED.map(withFiles)
