import type { Config } from './config.ts'
import type { Capabilities, TextModelAbilities } from '../contract/features/feature.ts'
import type { ModelDescription } from '../models/pulled/model-description.ts'
import { pulledModels } from '../models/pulled/pulled-model.ts'

/** What this installation can do at present; models may be pulled and removed while it runs. */
export async function capabilitiesOf({ languageModel, storage }: Config): Promise<Capabilities> {
  const models = await pulledModels(storage.modelsDir)
  return {
    languageModel: languageModel !== null,
    textModels: models.map(({ description }) => abilitiesOf(description)),
  }
}

function abilitiesOf(model: ModelDescription): TextModelAbilities {
  const { languages } = model
  switch (model.purpose) {
    case 'entities':
    case 'personal-data':
      return { languages, finds: Object.values(model.labels).filter((type) => type !== null), targets: [] }
    case 'translation':
      return { languages, finds: [], targets: model.targets }
    case 'recognition':
    case 'live-recognition':
    case 'speakers':
    case 'punctuation':
    case 'sentiment':
    case 'emotion':
      return { languages, finds: [], targets: [] }
  }
}
