/** Audio files on the local disk, for one process at a time. `audio-files.ts` describes the protocol. */
import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileTooLargeError, type AudioFiles, type ReceivedFile, type ReceiveOptions } from './audio-files.ts'
import type { ByteRange } from './byte-range.ts'

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Bytes are at `<folder>/<first two digits of the id>/<id>`, marks at `<folder>/incoming/<id>`. Every change that must
 * survive a crash is followed by an fsync of its folder.
 */
export class DiskAudioFiles implements AudioFiles {
  readonly #folder: string
  readonly #incoming: string

  private constructor(folder: string) {
    this.#folder = folder
    this.#incoming = join(folder, 'incoming')
  }

  /** Opens a folder, and creates it if it is missing. */
  static async open(folder: string): Promise<DiskAudioFiles> {
    const files = new DiskAudioFiles(folder)
    await mkdir(files.#incoming, { recursive: true })
    // All 256 now (36 ms once, 5 ms at later starts), so that no upload has to create one and sync its parent.
    const shards = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
    await Promise.all(shards.map((shard) => mkdir(join(folder, shard), { recursive: true })))
    await syncFolder(folder)
    await syncFolder(dirname(folder))
    return files
  }

  async receive(stream: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
    const { maxBytes, signal } = options
    const id = randomUUID()
    let size = 0
    const store = async (chunks: AsyncIterable<Uint8Array>) => {
      await this.#setMark(id)
      await using file = await open(this.#path(id), 'wx')
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > maxBytes) throw new FileTooLargeError(maxBytes)
        await file.writeFile(chunk)
      }
      await file.sync()
      await syncFolder(this.#shard(id))
    }
    try {
      // The pipeline handles errors from the start: a stream that fails while the mark is set throws no uncaught error.
      await pipeline(stream, store, signal ? { signal } : {})
    } catch (error) {
      await this.remove(id).catch(() => {}) // if that fails too, the mark is left for recover
      throw error
    }
    return { id, size }
  }

  async adopt(path: string): Promise<ReceivedFile> {
    const id = randomUUID()
    await this.#setMark(id)
    try {
      // A hard link takes no time and no space; not every file system has them.
      await link(path, this.#path(id)).catch(async () => {
        await copyFile(path, this.#path(id), constants.COPYFILE_EXCL)
        await using copy = await open(this.#path(id), 'r+')
        await copy.sync()
      })
      await syncFolder(this.#shard(id))
      const { size } = await stat(this.#path(id))
      return { id, size }
    } catch (error) {
      await this.remove(id).catch(() => {}) // as in receive
      throw error
    }
  }

  async keep(id: string): Promise<void> {
    // No fsync: a mark that is back after a crash is removed by recover.
    await rm(this.#mark(id), { force: true })
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true })
    await syncFolder(this.#shard(id))
    await rm(this.#mark(id), { force: true })
  }

  async size(id: string): Promise<number | null> {
    const stats = await stat(this.#path(id)).catch(nullIfMissing)
    return stats?.size ?? null
  }

  read(id: string, range?: ByteRange): Readable {
    return createReadStream(this.#path(id), range)
  }

  withLocalCopy<T>(id: string, use: (path: string) => Promise<T>): Promise<T> {
    return use(this.#path(id))
  }

  async recover(isKnown: (id: string) => Promise<boolean>): Promise<void> {
    for (const id of await readdir(this.#incoming)) {
      if (!ID.test(id)) continue
      if (await isKnown(id)) await this.keep(id)
      else await this.remove(id)
    }
  }

  async #setMark(id: string): Promise<void> {
    await (await open(this.#mark(id), 'wx')).close()
    await syncFolder(this.#incoming)
  }

  #path(id: string): string {
    return join(this.#shard(id), checked(id))
  }

  #shard(id: string): string {
    return join(this.#folder, checked(id).slice(0, 2))
  }

  #mark(id: string): string {
    return join(this.#incoming, checked(id))
  }
}

/** No path is made from anything but a UUID. */
function checked(id: string): string {
  if (!ID.test(id)) throw new TypeError(`not an audio file id: ${id}`)
  return id
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
