import { engineConformance } from '../testing/engine-conformance.ts'
import { loadBundled } from './load-model.ts'
import { moonshine } from './moonshine.ts'
import { alice, kennedy } from '../testing/speech.ts'

engineConformance(
  () => loadBundled(moonshine),
  [
    { ...kennedy, mostErrors: 0 },
    { ...alice, mostErrors: 0.02 },
  ],
)
