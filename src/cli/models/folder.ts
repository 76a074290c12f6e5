import type { Config } from '../../service/config.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
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
