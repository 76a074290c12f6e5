/** Checks whether a pulled model that reads text works on this machine. */
import type { Device } from '../onnx-session.ts'
import { modelsFor, type PulledModel } from '../pulled/pulled-model.ts'
import { Classifier } from './classifier.ts'

const TEXT = 'One, two, three.'

/**
 * Reads a short text with a pulled model, in this process, before it is installed.
 * @throws Error if its files are not a model for its purpose, or do not match its description
 */
export async function tryTextModel(model: PulledModel, device: Device): Promise<void> {
  for (const one of modelsFor('translation', [model])) {
    const { languages, targets } = one.description
    const { Translator } = await import('./translator.ts')
    await using translator = await Translator.load(one, device)
    await translator.translate([TEXT], languages[0]!, targets[0]!)
  }
  for (const purpose of ['entities', 'personal-data', 'sentiment', 'emotion'] as const)
    for (const one of modelsFor(purpose, [model])) {
      await using classifier = await Classifier.load(one, device)
      await classifier.read([TEXT])
    }
}
