/** The folder of the pulled models: `<name>/` for each model, `.pulling/<name>/` for pulls in progress, and a lock. */
import { copyFile, link, mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { lockFolder } from '../../platform/files/folder-lock.ts'
import { digestIfPresent } from '../../platform/files/file-digest.ts'
import { download, type DownloadOptions } from './download.ts'
import { type DescribedFile, type ModelDescription, sizeOf } from './model-description.ts'
import { ModelError } from './model-error.ts'
import { type PulledModel, pulledModel, pulledModels, RECEIPT } from './pulled-model.ts'

/** The state of a model in the folder; `bytes` were downloaded by an incomplete pull. */
export type ModelState =
  | { readonly type: 'absent'; readonly bytes: number }
  | { readonly type: 'pulled' }
  | { readonly type: 'damaged' }

export interface PullOptions<Description extends ModelDescription = ModelDescription> extends Omit<
  DownloadOptions,
  'onProgress'
> {
  /** The base of relative URLs. */
  readonly base: string
  /** Called with the downloaded share, 0–1. */
  readonly onProgress?: (share: number) => void
  /** Rejects if this machine cannot run the model, which is then not installed. */
  readonly trial: (model: PulledModel<Description>) => Promise<unknown>
}

export class ModelsFolder {
  readonly #path: string

  /** @param folder - created when a model is pulled */
  constructor(folder: string) {
    this.#path = folder
  }

  /** The models in the folder, including damaged ones. */
  async pulled(): Promise<ModelDescription[]> {
    return (await pulledModels(this.#path)).map(({ description }) => description)
  }

  /** Models whose pull was begun but not completed, including those of which another version is installed. */
  async incomplete(): Promise<ModelDescription[]> {
    const models = await pulledModels(path.join(this.#path, '.pulling'))
    return models
      .filter(({ description, folder }) => folder === this.#workFolderOf(description.name))
      .map(({ description }) => description)
  }

  /** The description that was or is being pulled under a name. Its digests are used if the model is pulled again. */
  async known(name: string): Promise<ModelDescription | null> {
    const model = (await pulledModel(this.#folderOf(name))) ?? (await pulledModel(this.#workFolderOf(name)))
    return model?.description ?? null
  }

  /** Reads all files of the model, which takes about a second for 500 MB. */
  async stateOf(model: { readonly name: string; readonly files: object }): Promise<ModelState> {
    const folder = this.#folderOf(model.name)
    const installed = await pulledModel(folder)
    if (installed !== null)
      return { type: (await isWhole(installed.description, folder)) ? 'pulled' : 'damaged' }
    const work = this.#workFolderOf(model.name)
    const sizes = await Promise.all(
      Object.keys(model.files).map((name) => downloadedSize(path.join(work, name))),
    )
    return { type: 'absent', bytes: sizes.reduce((sum, size) => sum + size, 0) }
  }

  /**
   * Downloads a model, tries it, and installs it atomically. Does nothing if it is already installed.
   * @returns true if it was installed now
   * @throws {ModelError} if it cannot be downloaded or run; the message says why
   * @throws {InUseError} if another process is pulling or removing a model
   */
  async pull<Description extends ModelDescription>(
    model: Description,
    { base, onProgress, trial, ...options }: PullOptions<Description>,
  ): Promise<boolean> {
    // With the mode of the data folder, which may not exist yet.
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    const unlock = lockFolder(this.#path)
    try {
      const place = this.#folderOf(model.name)
      const installed = await pulledModel(place)
      if (isDeepStrictEqual(installed?.description, model) && (await isWhole(model, place))) return false
      const work = await this.#prepare(model)
      if (installed !== null) await reuse(model, place, work)
      await this.#checkDiskSpace(model, work)
      let done = 0
      for (const [name, file] of Object.entries(model.files)) {
        const show = (bytes: number) => onProgress?.((done + bytes) / sizeOf(model))
        const { href: url } = new URL(file.url, base.endsWith('/') ? base : `${base}/`)
        await download({ ...file, url }, path.join(work, name), { ...options, onProgress: show })
        done += file.size
      }
      await this.#try(model, work, { trial, signal: options.signal })
      await this.#install(model.name)
      return true
    } finally {
      unlock()
    }
  }

  /**
   * Removes a model, or what an incomplete pull left.
   * @returns true if there was something to remove
   * @throws {InUseError} if another process is pulling or removing a model
   */
  async remove(name: string): Promise<boolean> {
    const folders = [this.#folderOf(name), this.#workFolderOf(name), this.#replacedFolderOf(name)]
    const found = await Promise.all(folders.map(exists))
    if (!found.includes(true)) return false
    const unlock = lockFolder(this.#path)
    try {
      // Without its receipt, the folder is not a model even if the rest cannot be removed.
      await rm(path.join(this.#folderOf(name), RECEIPT), { force: true })
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    } finally {
      unlock()
    }
    return true
  }

  #folderOf(name: string): string {
    return path.join(this.#path, name)
  }

  #workFolderOf(name: string): string {
    return path.join(this.#path, '.pulling', name)
  }

  /** Holds a model while another version replaces it. */
  #replacedFolderOf(name: string): string {
    return `${this.#workFolderOf(name)}.old`
  }

  /** Creates the work folder with the receipt, keeping what an earlier pull of the same model left. */
  async #prepare(model: ModelDescription): Promise<string> {
    const work = this.#workFolderOf(model.name)
    const receipt = path.join(work, RECEIPT)
    const text = `${JSON.stringify(model, null, 2)}\n`
    const last = await readFile(receipt, 'utf8').catch(() => null)
    if (last !== text) await rm(work, { recursive: true, force: true })
    await mkdir(work, { recursive: true })
    await writeFile(receipt, text)
    return work
  }

  async #checkDiskSpace(model: ModelDescription, work: string): Promise<void> {
    const sizes = await Promise.all(
      Object.keys(model.files).map((name) => downloadedSize(path.join(work, name))),
    )
    const missing = sizeOf(model) - sizes.reduce((sum, size) => sum + size, 0)
    const { bavail, bsize } = await statfs(this.#path)
    if (missing <= bavail * bsize) return
    throw new ModelError(
      `${model.name} needs ${megabytes(missing)} more, but the disk with the models has ${megabytes(bavail * bsize)} left`,
    )
  }

  async #try<Description extends ModelDescription>(
    model: Description,
    work: string,
    { trial, signal }: Pick<PullOptions<Description>, 'trial' | 'signal'>,
  ): Promise<void> {
    const whole = await pulledModel(work)
    if (whole === null) throw new Error(`${work} has no receipt`)
    try {
      // The receipt is the description.
      await trial(whole as PulledModel<Description>)
    } catch (error) {
      signal?.throwIfAborted()
      const why = error instanceof Error ? error.message : String(error)
      throw new ModelError(`${model.name} was downloaded, but does not run here: ${why}`, { cause: error })
    }
  }

  async #install(name: string): Promise<void> {
    const [place, replaced] = [this.#folderOf(name), this.#replacedFolderOf(name)]
    await rm(replaced, { recursive: true, force: true })
    if (await exists(place)) await rename(place, replaced)
    await rename(this.#workFolderOf(name), place)
    await rm(replaced, { recursive: true, force: true })
  }
}

/** A size in megabytes, for display. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`
}

/** Reuses the files of a damaged or older model that match the description. */
async function reuse(model: ModelDescription, place: string, work: string): Promise<void> {
  for (const [name, file] of Object.entries(model.files)) {
    const [old, target] = [path.join(place, name), path.join(work, name)]
    if (!(await exists(target)) && (await isRight(old, file)))
      await link(old, target).catch(() => copyFile(old, target))
  }
}

async function isWhole(model: ModelDescription, folder: string): Promise<boolean> {
  for (const [name, file] of Object.entries(model.files))
    if (!(await isRight(path.join(folder, name), file))) return false
  return true
}

async function isRight(target: string, file: DescribedFile): Promise<boolean> {
  return (await digestIfPresent(target)) === file.sha256
}

/** The size of a file, or of its incomplete download. */
async function downloadedSize(target: string): Promise<number> {
  for (const name of [target, `${target}.part`]) {
    const found = await stat(name).catch(() => null)
    if (found !== null) return found.size
  }
  return 0
}

async function exists(target: string): Promise<boolean> {
  return stat(target).then(
    () => true,
    () => false,
  )
}
