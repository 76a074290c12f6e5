import { SAMPLE_RATE } from '../../audio/recording.ts'
import { Whisper } from './whisper.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'

/**
 * Loads a model and has it listen to a second of silence, in this process.
 * @throws Error when it cannot: its files are not what an engine needs, or it does not know its languages
 */
export async function tryModel(model: PulledModel): Promise<void> {
  const { languages, identifiesLanguages } = model.description
  const engine = await Whisper.load((file) => model.read(file))
  try {
    const silence = new Float32Array(SAMPLE_RATE)
    await engine.identify(silence, identifiesLanguages ? [] : languages)
    await engine.recognise(silence, languages[0]!)
  } finally {
    await engine.close()
  }
}
