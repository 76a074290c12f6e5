import type { Config } from '../../service/config.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { openPrivateFolder } from '../../platform/files/private-folder.ts'

/** Opens the folder of the pulled models for writing. */
export function openModelsFolder({ storage }: Config): ModelsFolder {
  openPrivateFolder(storage.dataDir)
  return new ModelsFolder(storage.modelsDir)
}
