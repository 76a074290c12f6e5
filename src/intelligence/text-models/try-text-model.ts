/** Reads a short text with a pulled model, in this process, before it is installed. */
import type { Device } from '../../models/onnx-session.ts'
import { modelsFor, type PulledModel } from '../../models/pulled/pulled-model.ts'
import { Classifier } from './classifier.ts'
import { Translator } from './translator.ts'

const TEXT = 'One, two, three.'

/** @throws Error when it cannot: its files are not a model for its purpose, or do not fit its description */
export async function tryTextModel(model: PulledModel, device: Device): Promise<void> {
  for (const one of modelsFor('translation', [model])) {
    const { languages, targets } = one.description
    const translator = await Translator.load(one, device)
    try {
      await translator.translate([TEXT], languages[0]!, targets[0]!)
    } finally {
      await translator.release()
    }
  }
  for (const purpose of ['entities', 'personal-data', 'sentiment', 'emotion'] as const)
    for (const one of modelsFor(purpose, [model])) {
      const classifier = await Classifier.load(one, device)
      try {
        await classifier.score([classifier.tokens.of(TEXT).map(({ id }) => id)])
      } finally {
        await classifier.release()
      }
    }
}
