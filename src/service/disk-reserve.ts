/**
 * Reserves space on the disk of a SQLite database for deletions: a deletion writes to the database before it frees space,
 * so on a full disk it would fail.
 */
import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { Logger } from 'pino'
import { isDiskFull, StoreError } from '../jobs/store-error.ts'
import { freesSpace } from '../store/bulk/bulk-request-store.ts'
import type { Store } from '../store/open-store.ts'
import { freeBytes } from './files.ts'

/** A deletion overwrites its data in the write-ahead log: four results of 16 MB, or one of 48 MB, the default maximum. */
const BYTES = 64 * 2 ** 20
/** Space that must remain free when the reserve is created. */
const MARGIN = 16 * 2 ** 20
const CHUNK = 2 ** 20
/** Space that must be free to create the reserve. */
export const RESERVED_BYTES = BYTES + MARGIN

/** Interval at which to check whether a missing reserve can be created. */
const LOOK_MS = 10_000

/**
 * A file that occupies the space, and is deleted if a deletion fails for lack of it. Until the file is created again, no
 * audio is stored, since that would use up the released space.
 */
export class DiskReserve {
  readonly #folder: string
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #isReleased = false
  #making: Promise<void> | null = null
  #isClosed = false

  /** @param folder on the disk of the database */
  constructor(folder: string, log: Logger) {
    this.#folder = folder
    this.#log = log
    this.#timer = setInterval(() => void this.#make(), LOOK_MS).unref()
  }

  /** Whether the space has been released for deletions. */
  get isReleased(): boolean {
    return this.#isReleased
  }

  /** Performs a deletion. If the disk is full, releases the reserve and tries once more. */
  async use<T>(deletion: () => Promise<T>): Promise<T> {
    try {
      return await deletion()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#release()
      return await deletion()
    } finally {
      if (this.#isReleased) void this.#make()
    }
  }

  /** Stops creating the file. A complete one stays for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#making
  }

  get #file(): string {
    return `${this.#folder}/reserve`
  }

  #release(): void {
    if (!existsSync(this.#file)) return
    this.#log.warn('the disk is full: deletions now use the space reserved for them')
    this.#isReleased = true
    // Synchronously, so that nothing else takes the space before the deletion.
    rmSync(this.#file, { force: true })
  }

  /** Creates the file, unless it exists or there is too little room. */
  async #make(): Promise<void> {
    if (this.#isClosed) return
    this.#making ??= this.#write()
      .catch((error: unknown) => {
        if (!isDiskFull(error))
          this.#log.error({ err: error }, 'no space can be reserved for deletions; retrying')
      })
      .finally(() => (this.#making = null))
    await this.#making
  }

  async #write(): Promise<void> {
    if (existsSync(this.#file)) return
    const partial = `${this.#file}.partial`
    // A killed process may have left one.
    rmSync(partial, { force: true })
    if ((await freeBytes(this.#folder)) < RESERVED_BYTES) return
    try {
      await using file = await open(partial, 'w')
      // Random bytes, since a file system may compress others.
      const chunk = randomFillSync(Buffer.alloc(CHUNK))
      for (let bytes = 0; bytes < BYTES && !this.#isClosed; bytes += CHUNK) await file.writeFile(chunk)
      if (this.#isClosed) return
      await rename(partial, this.#file)
      this.#isReleased = false
    } finally {
      rmSync(partial, { force: true })
    }
  }
}

/** A store whose deletions use a reserve. While the reserve is released, the store accepts no audio. */
export function withReserve(store: Store, reserve: DiskReserve): Store {
  const { bulkRequests, uploads } = store
  return {
    ...store,
    accountDeletions: using(reserve, store.accountDeletions, ['advance']),
    jobs: using(reserve, store.jobs, ['delete', 'trash']),
    bulkRequests: replacing(bulkRequests, {
      begin: async (account, asked) => {
        const begin = async () => bulkRequests.begin(account, asked)
        return freesSpace(asked.kind) ? reserve.use(begin) : begin()
      },
      advance: async (limit) => {
        try {
          if (!reserve.isReleased) return await bulkRequests.advance(limit)
        } catch (error) {
          if (!isDiskFull(error)) throw error
        }
        return reserve.use(async () => bulkRequests.advance(limit, true))
      },
    }),
    retention: using(reserve, store.retention, ['removeExpired']),
    trash: using(reserve, store.trash, ['remove', 'empty', 'removeExpired', 'removeOldest']),
    files: using(reserve, store.files, ['removeUnused']),
    uploads: replacing(using(reserve, uploads, ['release', 'releaseAbandoned', 'forget']), {
      begin: async (file, node) => {
        if (reserve.isReleased) throw new StoreError('full', 'the remaining space is reserved for deletions')
        await uploads.begin(file, node)
      },
    }),
    reclaim: async () => reserve.use(async () => store.reclaim()),
  }
}

/** @param deletions names of the methods that may use the reserve */
function using<Group extends object>(
  reserve: DiskReserve,
  group: Group,
  deletions: readonly (keyof Group)[],
): Group {
  const replaced: Partial<Group> = {}
  for (const name of deletions) {
    const method = group[name] as (...args: unknown[]) => Promise<unknown>
    const deletion = async (...args: unknown[]) => reserve.use(async () => method.apply(group, args))
    replaced[name] = deletion as Group[keyof Group]
  }
  return replacing(group, replaced)
}

function replacing<Group extends object>(group: Group, replaced: Partial<Group>): Group {
  return new Proxy(group, {
    get: (_, name) => {
      const method: unknown = Reflect.get(replaced, name) ?? Reflect.get(group, name)
      return typeof method === 'function' ? (method.bind(group) as unknown) : method
    },
  })
}
