/** Reads pulled models from the folder where `ModelsFolder` puts them. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { digestIfPresent } from '../../platform/files/file-digest.ts'
import {
  type DescribedFile,
  type DescriptionFor,
  modelDescription,
  type ModelDescription,
  type Purpose,
} from './model-description.ts'
import { ModelError } from './model-error.ts'

/** The description of a pulled model in its folder, written once everything else is in place. */
export const RECEIPT = 'model.json'

/** A model in its folder; its files may be damaged. */
export class PulledModel<Description extends ModelDescription = ModelDescription> {
  readonly description: Description
  /** Changes whenever the model is pulled again. */
  readonly id: string
  readonly folder: string

  constructor(description: Description, folder: string, id: string) {
    this.description = description
    this.folder = folder
    this.id = id
  }

  /**
   * Returns the bytes of one of its files.
   * @throws {ModelError} if the file is missing or differs from what was pulled
   */
  async read(name: string): Promise<Buffer> {
    const bytes = await readFile(path.join(this.folder, name)).catch(() => null)
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== this.#digestOf(name))
      throw this.#damaged(name)
    return bytes
  }

  /**
   * Returns the path of one of its files, for libraries that read it themselves.
   * @throws {ModelError} if the file is missing or differs from what was pulled
   */
  async path(name: string): Promise<string> {
    const file = path.join(this.folder, name)
    if ((await digestIfPresent(file)) !== this.#digestOf(name)) throw this.#damaged(name)
    return file
  }

  #digestOf(name: string): string | undefined {
    const files: Readonly<Record<string, DescribedFile | undefined>> = this.description.files
    return files[name]?.sha256
  }

  #damaged(name: string): ModelError {
    const remedy = `run "scriptorium models pull ${this.description.name}" to repair it`
    return new ModelError(`its ${name} is damaged; ${remedy}`)
  }
}

/**
 * The models in a folder, by descending priority. Only reads their receipts; ignores anything that is not a model.
 * @param folder - may be missing, which means no models
 */
export async function pulledModels(folder: string): Promise<PulledModel[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(names.map((name) => pulledModel(path.join(folder, name))))
  return found
    .filter((model) => model !== null)
    .toSorted((a, b) => b.description.priority - a.description.priority)
}

/** The models for a purpose, in their order. */
export function modelsFor<P extends Purpose>(
  purpose: P,
  models: readonly PulledModel[],
): PulledModel<DescriptionFor<P>>[] {
  return models.filter(
    (model): model is PulledModel<DescriptionFor<P>> => model.description.purpose === purpose,
  )
}

/** The model in a folder; null if there is none. */
export async function pulledModel(folder: string): Promise<PulledModel | null> {
  try {
    const receipt = path.join(folder, RECEIPT)
    const { ino, mtimeMs } = await stat(receipt)
    const description = modelDescription.parse(JSON.parse(await readFile(receipt, 'utf8')))
    return new PulledModel(description, folder, `${description.name} ${ino} ${mtimeMs}`)
  } catch {
    return null
  }
}
