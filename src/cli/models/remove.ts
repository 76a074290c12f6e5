import { nameOf } from '../../installation/describe-model.ts'
import { modelName } from '../../contract/models.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import { readConfig } from '../../service/config.ts'
import { openModelsFolder } from './folder.ts'

/** Removes a model, or an incomplete download of it. */
export async function removeModel(given: string): Promise<void> {
  const folder = openModelsFolder(readConfig(process.env))
  const name = await nameOf(given, folder)
  checkName(name)
  if (await folder.remove(name)) return
  throw new ModelError(`There is no model ${name} to remove: see "scriptorium models list"`)
}

/** Rejects anything else, which could lead out of the folder of the models. */
function checkName(name: string): void {
  if (modelName.safeParse(name).success) return
  throw new ModelError(`${name} is not the name of a model: see "scriptorium models list"`)
}
