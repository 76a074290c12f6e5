import { engineConformance } from './engine-conformance.ts'
import { clipIn, kennedy } from './testing/speech.ts'
import { Whisper } from './whisper.ts'

// recognise.test.ts has it understand more languages.
engineConformance(
  () => Whisper.load(),
  [
    { ...kennedy, mostErrors: 0 },
    { ...clipIn('es'), mostErrors: 0.15 },
  ],
)
