import type { Config } from '../../service/config.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { nameOfRepository, sourceOf } from '../../models/pulled/repository-model.ts'
import { openPrivateFolder } from '../../platform/files/private-folder.ts'

/** The folder of the pulled models. */
export function modelsFolder({ storage }: Config): ModelsFolder {
  return new ModelsFolder(storage.modelsDir)
}

/** The same, to be written to. */
export function openModelsFolder(config: Config): ModelsFolder {
  openPrivateFolder(config.storage.dataDir)
  return modelsFolder(config)
}

/** The name of a model that a user names so, or by the repository that it was pulled from. */
export async function nameOf(given: string, folder: ModelsFolder): Promise<string> {
  const [repository = ''] = given.split('@')
  if (!repository.includes('/')) return given
  const known = await folder.known(nameOfRepository(repository))
  return known !== null && sourceOf(known)?.repository === repository ? known.name : given
}
