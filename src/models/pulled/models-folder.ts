/** The folder of the pulled models: `<name>/` for each, what is being pulled in `.pulling/<name>/`, and a lock. */
import { copyFile, link, mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { lockFolder } from '../../files/folder-lock.ts'
import { download, type DownloadOptions } from './download.ts'
import { fileDigest } from './file-digest.ts'
import { type DescribedFile, type ModelDescription, sizeOf } from './model-description.ts'
import { ModelError } from './model-error.ts'
import { type PulledModel, pulledModel, pulledModels, RECEIPT } from './pulled-model.ts'

/** How far a model is: `bytes` are those of the pull that broke off, where it is not there. */
export type ModelState =
  | { readonly type: 'absent'; readonly bytes: number }
  | { readonly type: 'pulled' }
  | { readonly type: 'damaged' }

export interface PullOptions extends Omit<DownloadOptions, 'onProgress'> {
  /** Where relative URLs are looked for. */
  readonly base: string
  /** Told the share of the bytes that is there, 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Rejects when this machine cannot run the model; it is then not put in place. */
  readonly trial: (model: PulledModel) => Promise<void>
}

export class ModelsFolder {
  readonly #path: string

  /** @param folder - made when something is pulled */
  constructor(folder: string) {
    this.#path = folder
  }

  /** Those that are there, damaged ones included. */
  async pulled(): Promise<ModelDescription[]> {
    return (await pulledModels(this.#path)).map(({ description }) => description)
  }

  /** Reads all of its files: a second for 500 MB or so. */
  async stateOf(model: ModelDescription): Promise<ModelState> {
    const folder = this.#placeOf(model.name)
    const there = await pulledModel(folder)
    if (there !== null) return { type: (await isWhole(there.description, folder)) ? 'pulled' : 'damaged' }
    const begun = this.#workOf(model.name)
    const sizes = await Promise.all(
      Object.keys(model.files).map((name) => sizeOfBegun(path.join(begun, name))),
    )
    return { type: 'absent', bytes: sizes.reduce((sum, size) => sum + size, 0) }
  }

  /**
   * Downloads a model, tries it, and puts it in place all at once; does nothing when it is there.
   * @returns whether it was not there
   * @throws {ModelError} when it cannot be had or be run: the message says why
   * @throws {InUseError} when another process is pulling or removing one
   */
  async pull(
    model: ModelDescription,
    { base, onProgress, trial, ...options }: PullOptions,
  ): Promise<boolean> {
    // As the data folder is made, which it may be the first to need.
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    const unlock = lockFolder(this.#path)
    try {
      const place = this.#placeOf(model.name)
      const there = await pulledModel(place)
      if (isDeepStrictEqual(there?.description, model) && (await isWhole(model, place))) return false
      const work = await this.#prepare(model)
      if (there !== null) await reuse(model, place, work)
      await this.#checkRoom(model, work)
      let done = 0
      for (const [name, file] of Object.entries(model.files)) {
        const show = (bytes: number) => onProgress?.((done + bytes) / sizeOf(model))
        const { href: url } = new URL(file.url, base.endsWith('/') ? base : `${base}/`)
        await download({ ...file, url }, path.join(work, name), { ...options, onProgress: show })
        done += file.size
      }
      await this.#try(model, work, trial)
      await this.#putInPlace(work, place)
      return true
    } finally {
      unlock()
    }
  }

  /**
   * Removes a model, or what a pull of it left.
   * @returns whether there was one
   * @throws {InUseError} when another process is pulling or removing one
   */
  async remove(name: string): Promise<boolean> {
    const folders = [this.#placeOf(name), this.#workOf(name)]
    const found = await Promise.all(folders.map(exists))
    if (!found.includes(true)) return false
    const unlock = lockFolder(this.#path)
    try {
      // Without its receipt it is no model any more, whatever happens next.
      await rm(path.join(this.#placeOf(name), RECEIPT), { force: true })
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    } finally {
      unlock()
    }
    return true
  }

  #placeOf(name: string): string {
    return path.join(this.#path, name)
  }

  #workOf(name: string): string {
    return path.join(this.#path, '.pulling', name)
  }

  /** A folder with what an earlier pull of the same model left, and the receipt. */
  async #prepare(model: ModelDescription): Promise<string> {
    const work = this.#workOf(model.name)
    const receipt = path.join(work, RECEIPT)
    const text = `${JSON.stringify(model, null, 2)}\n`
    const last = await readFile(receipt, 'utf8').catch(() => null)
    if (last !== text) await rm(work, { recursive: true, force: true })
    await mkdir(work, { recursive: true })
    await writeFile(receipt, text)
    return work
  }

  async #checkRoom(model: ModelDescription, work: string): Promise<void> {
    const sizes = await Promise.all(
      Object.keys(model.files).map((name) => sizeOfBegun(path.join(work, name))),
    )
    const missing = sizeOf(model) - sizes.reduce((sum, size) => sum + size, 0)
    const { bavail, bsize } = await statfs(this.#path)
    if (missing <= bavail * bsize) return
    throw new ModelError(
      `${model.name} takes ${megabytes(missing)} more, and ${this.#path} has room for ${megabytes(bavail * bsize)}`,
    )
  }

  async #try(model: ModelDescription, work: string, trial: PullOptions['trial']): Promise<void> {
    const whole = await pulledModel(work)
    if (whole === null) throw new Error(`${work} has no receipt`)
    try {
      await trial(whole)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new ModelError(`${model.name} was downloaded, and does not run here: ${why}`, { cause: error })
    }
  }

  async #putInPlace(work: string, place: string): Promise<void> {
    const old = `${work}.old`
    await rm(old, { recursive: true, force: true })
    if (await exists(place)) await rename(place, old)
    await rename(work, place)
    await rm(old, { recursive: true, force: true })
  }
}

/** Bytes as people read them. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`
}

/** Takes over those files of a damaged or an older model that are as described. */
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
  return (await fileDigest(target)) === file.sha256
}

/** Of a file that was downloaded, or of its beginning. */
async function sizeOfBegun(target: string): Promise<number> {
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
