/** Checks whether a pulled model for recognition works on this machine. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { EngineFamily } from './engine.ts'
import { ENGINES } from './engines.ts'
import { loadPulled } from './load-model.ts'
import { LoadedEngines } from './loaded-engines.ts'

/** Seconds of silence that are recognised. */
const SECONDS = 10

/**
 * Loads a pulled model and recognises ten seconds of silence with it, in this process.
 * @returns the seconds that the recognition took per second of audio
 * @throws Error if its files are not a model of its family, or the model does not know its languages
 */
export async function tryModel(
  model: PulledModel<DescriptionFor<'recognition'>>,
  device: Device = 'cpu',
  families: readonly EngineFamily[] = ENGINES,
): Promise<number> {
  const { languages, identifiesLanguages } = model.description
  const bundled = new LoadedEngines(families)
  const aligner = (language: LanguageCode) => bundled.speechAligner(language)
  const engine = await loadPulled(model, { device, aligner }, families)
  try {
    if (identifiesLanguages && engine.identify === undefined)
      throw new Error('the model does not identify languages')
    const silence = new Float32Array(SECONDS * SAMPLE_RATE)
    await engine.identify?.(silence, identifiesLanguages ? [] : languages)
    const started = performance.now()
    await engine.recognise(silence, languages[0]!)
    return (performance.now() - started) / 1000 / SECONDS
  } finally {
    await Promise.all([engine.close(), bundled.close()])
  }
}
