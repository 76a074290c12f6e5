import { engineConformance } from './engine-conformance.ts'
import { alice, fleurs, kennedy } from './testing/speech.ts'
import { Whisper } from './whisper.ts'

engineConformance(Whisper.load, [
  { ...kennedy, mostErrors: 0 },
  { ...alice, mostErrors: 0.02 },
  // Whisper base has 12 to 27 % over all of FLEURS in these languages (Radford et al. 2022, table 13).
  ...fleurs.map((speech) => ({ ...speech, mostErrors: 0.35 })),
])
