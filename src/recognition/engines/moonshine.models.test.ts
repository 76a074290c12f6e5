import { after, before } from 'node:test'
import { isLong } from '../../../test/support/long.ts'
import { engineConformance } from '../testing/engine-conformance.ts'
import { alice, kennedy } from '../testing/speech.ts'
import { loadBundled } from './load-model.ts'
import { type Moonshine, moonshine } from './moonshine.ts'

let engine: Moonshine
before(async () => {
  engine = await loadBundled(moonshine)
})
after(() => engine.close())

engineConformance(
  () => engine,
  [{ ...kennedy, maxErrorRate: 0 }, ...(isLong ? [{ ...alice, maxErrorRate: 0.02 }] : [])],
)
