/** Models that `scriptorium models pull` knows by name, and the trial of any that read text. */
import type { Device } from '../onnx-session.ts'
import type { ModelDescription } from '../pulled/model-description.ts'
import { modelsFor, type PulledModel } from '../pulled/pulled-model.ts'
import { Classifier } from './classifier.ts'

const MULTILINGUAL_ENTITIES =
  'Xenova/distilbert-base-multilingual-cased-ner-hrl/resolve/c2a4dbf593c57f47004c5bc2d3770d311aee9c43'

/**
 * The URLs name a commit. Sizes and digests are those by which a public project (redacter-rs) pins the same files. No hub
 * could be reached when this was written, so the model has not been run: that is what the trial after a pull is for.
 */
export const PULLABLE_TEXT_MODELS: readonly ModelDescription[] = [
  {
    name: 'entities-multilingual',
    purpose: 'entities',
    licence: 'AFL-3.0',
    priority: 1,
    languages: ['ar', 'de', 'en', 'es', 'fr', 'it', 'lv', 'nl', 'pt', 'zh'],
    labels: { PER: 'NAME', ORG: 'ORGANIZATION', LOC: 'LOCATION', DATE: 'DATE' },
    files: {
      config: {
        url: `${MULTILINGUAL_ENTITIES}/config.json`,
        size: 927,
        sha256: '38847be4dc6699b1218a749ed69f888c2ccc7b4deba98e3c4a1cac8cb34d54c8',
      },
      tokenizer: {
        url: `${MULTILINGUAL_ENTITIES}/tokenizer.json`,
        size: 2_919_362,
        sha256: 'bf1b59b7b11c95f194f51708d918eea378e09d05f84c0e1656dc5180e8117088',
      },
      model: {
        url: `${MULTILINGUAL_ENTITIES}/onnx/model_uint8.onnx`,
        size: 135_115_742,
        sha256: '5b54455882ff2f242af18932b9da308d1f902f9f65d1d8f56ce9eb9bfcd5bf9e',
      },
    },
  },
]

const TEXT = 'One, two, three.'

/**
 * Reads a short text with a pulled model, in this process, before it is installed.
 * @throws Error when it cannot: its files are not a model for its purpose, or do not fit its description
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
