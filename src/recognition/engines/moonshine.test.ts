import { engineConformance } from '../testing/engine-conformance.ts'
import { Moonshine } from './moonshine.ts'
import { alice, kennedy } from '../testing/speech.ts'

engineConformance(
  () => Moonshine.load(),
  [
    { ...kennedy, mostErrors: 0 },
    { ...alice, mostErrors: 0.02 },
  ],
)
