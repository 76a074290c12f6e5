import type { Config } from '../../service/config.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { openPrivateFolder } from '../../platform/files/private-folder.ts'

/** The folder of the pulled models, to be written to. */
export function openModelsFolder({ storage }: Config): ModelsFolder {
  openPrivateFolder(storage.dataDir)
  return new ModelsFolder(storage.modelsDir)
}
