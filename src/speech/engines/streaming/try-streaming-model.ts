/** Checks whether a pulled model for live recognition works on this machine. */
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { DescriptionFor } from '../../../models/pulled/model-description.ts'
import type { PulledModel } from '../../../models/pulled/pulled-model.ts'
import { StreamingModel } from './streaming-model.ts'

/** Seconds of silence that are decoded. */
const SECONDS = 10

/**
 * Loads a pulled model and decodes ten seconds of silence with it, in this process.
 * @returns the seconds taken per second of audio
 * @throws {ModelError} as `StreamingModel.load`; if the library rejects the model, it may end the process instead
 */
export async function tryStreamingModel(
  model: PulledModel<DescriptionFor<'live-recognition'>>,
): Promise<number> {
  const loaded = await StreamingModel.load(model)
  const stream = loaded.open(model.description.languages[0]!)
  stream.push(new Float32Array(SECONDS * SAMPLE_RATE))
  stream.pad()
  const started = performance.now()
  while (loaded.decodeNext([stream]));
  loaded.tokensOf(stream)
  return (performance.now() - started) / 1000 / SECONDS
}
