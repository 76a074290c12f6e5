/** Each family of sherpa-onnx, with a made model. */
import { dolphinCtcModel, zipformerCtcModel } from './icefall-ctc.ts'
import type { ModelFiles } from './made-model.ts'
import { nemoCtcModel } from './nemo-ctc.ts'
import { nemoTransducerModel } from './nemo-transducer.ts'
import { omnilingualCtcModel } from './omnilingual-ctc.ts'
import { senseVoiceModel } from './sense-voice.ts'
import { transducerModel } from './transducer.ts'

interface MadeFamily {
  readonly engine: string
  readonly files: ModelFiles
  /** The tolerance of word times: the time between two steps of the model, in seconds. */
  readonly step: number
  readonly givesProbabilities: boolean
  /** Whether it reports when a word ends. */
  readonly givesEnds?: boolean
}

/** By the name of a real model. */
export const madeFamilies: Readonly<Record<string, MadeFamily>> = {
  'Parakeet TDT': {
    engine: 'nemo-transducer',
    files: nemoTransducerModel(),
    step: 0.08,
    givesProbabilities: true,
    givesEnds: true,
  },
  'Parakeet RNN-T': {
    engine: 'nemo-transducer',
    files: nemoTransducerModel({ hasDurations: false }),
    step: 0.08,
    givesProbabilities: true,
  },
  'Parakeet CTC': { engine: 'nemo-ctc', files: nemoCtcModel(), step: 0.08, givesProbabilities: false },
  'a transducer of icefall': {
    engine: 'transducer',
    files: transducerModel(),
    step: 0.04,
    givesProbabilities: true,
  },
  SenseVoice: { engine: 'sense-voice', files: senseVoiceModel(), step: 0.06, givesProbabilities: false },
  'a Zipformer with CTC': {
    engine: 'zipformer-ctc',
    files: zipformerCtcModel(),
    step: 0.04,
    givesProbabilities: false,
  },
  Dolphin: { engine: 'dolphin-ctc', files: dolphinCtcModel(), step: 0.04, givesProbabilities: false },
  'Omnilingual ASR': {
    engine: 'omnilingual-ctc',
    files: omnilingualCtcModel(),
    step: 0.02,
    givesProbabilities: false,
  },
}
