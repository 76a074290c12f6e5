/** Audio files on the local disk. */
import { constants, createReadStream } from 'node:fs'
import { access, copyFile, link, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type AudioFiles, checkedId, type Inspect, isId, SHARDS } from './audio-files.ts'
import type { ByteRange } from './byte-range.ts'
import { syncFile, syncFolder } from './durable.ts'
import { nullIfMissing } from './if-present.ts'

/**
 * Files are at `<folder>/<first two digits of the id>/<id>`. Every change that must survive a crash is followed by an
 * fsync of its folder.
 */
export class DiskAudioFiles implements AudioFiles {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Opens a folder, and creates it if it is missing. */
  static async open(folder: string): Promise<DiskAudioFiles> {
    await mkdir(folder, { recursive: true })
    // Create all 256 now (36 ms once, 5 ms at later starts), so that no upload has to create one and sync its parent.
    await Promise.all(SHARDS.map((shard) => mkdir(join(folder, shard), { recursive: true })))
    await syncFolder(folder)
    await syncFolder(dirname(folder))
    return new DiskAudioFiles(folder)
  }

  /** For reading a folder, which need not exist. */
  static existing(folder: string): DiskAudioFiles {
    return new DiskAudioFiles(folder)
  }

  async check(): Promise<void> {
    await access(this.folder, constants.R_OK | constants.W_OK)
  }

  async write(id: string, chunks: AsyncIterable<Uint8Array>, inspect?: Inspect): Promise<void> {
    await using file = await open(this.path(id), 'wx')
    for await (const chunk of chunks) await file.writeFile(chunk)
    await file.sync()
    await syncFolder(this.#shard(id))
    await inspect?.(this.path(id))
  }

  async adopt(id: string, path: string): Promise<void> {
    // A hard link takes no time and no space; not every file system has them.
    await link(path, this.path(id)).catch(async () => {
      await copyFile(path, this.path(id), constants.COPYFILE_EXCL)
      await syncFile(this.path(id))
    })
    await syncFolder(this.#shard(id))
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true })
    await syncFolder(this.#shard(id))
  }

  async size(id: string): Promise<number | null> {
    const stats = await stat(this.path(id)).catch(nullIfMissing)
    return stats?.size ?? null
  }

  async shard(shard: string): Promise<Map<string, number>> {
    const names = (await readdir(join(this.folder, shard)).catch(nullIfMissing)) ?? []
    const sizes = new Map<string, number>()
    for (const id of names.filter(isId)) {
      const size = await this.size(id)
      if (size !== null) sizes.set(id, size)
    }
    return sizes
  }

  read(id: string, range?: ByteRange): Readable {
    return createReadStream(this.path(id), range)
  }

  withLocalCopy<T>(id: string, use: (path: string) => Promise<T>): Promise<T> {
    return use(this.path(id))
  }

  async url(): Promise<null> {
    return null
  }

  /** The ids of all files, one folder at a time. */
  async *ids(): AsyncGenerator<string[]> {
    for (const shard of SHARDS) yield (await readdir(join(this.folder, shard))).filter(isId)
  }

  /** Deletes the folder, which must have no files. */
  async removeFolder(): Promise<void> {
    for (const shard of SHARDS) await rmdir(join(this.folder, shard))
    await rmdir(this.folder)
  }

  /** Where the bytes of a file are. */
  path(id: string): string {
    return join(this.#shard(id), id)
  }

  /** The folder of a shard. */
  folderOf(shard: string): string {
    return join(this.folder, shard)
  }

  #shard(id: string): string {
    return this.folderOf(checkedId(id).slice(0, 2))
  }
}
