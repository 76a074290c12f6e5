/** Checks whether a pulled speaker model works on this machine. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { Diarizer, lengthFor } from './diarizer.ts'

/**
 * Loads a pulled model and runs both of its parts, in this process, which ends if a file is not such a model.
 * @throws Error if the model cannot be used; the message says why
 */
export async function trySpeakerModel(model: PulledModel<DescriptionFor<'speakers'>>): Promise<void> {
  const [segmentation, voices] = [await model.path('segmentation'), await model.path('voices')]
  const { threshold } = model.description
  const diarizer = await Diarizer.load({ segmentation, voices, threshold })
  // An impulse every 10 ms: a sound, so that the vector of its voice has a length.
  const samples = Float32Array.from({ length: lengthFor(2 * SAMPLE_RATE) }, (_, i) =>
    i % 160 === 0 ? 0.5 : 0,
  )
  diarizer.spans(samples)
  const voice = diarizer.voices(samples, [{ speaker: 0, start: 0, end: 2 }]).get(0)
  if (!voice?.mean.every(Number.isFinite)) throw new Error('its voices are not vectors of numbers')
}
