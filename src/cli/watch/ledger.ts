/** Records in the output folder what was done with each file, by its content, so that nothing is done twice. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../../platform/files/folder-lock.ts'

export interface Entry {
  /** SHA-256 of the content. */
  readonly digest: string
  /** The last result of `fingerprintOf`, which saves reading the file again. */
  readonly fingerprint: string
  /** Relative to the watched folder. */
  readonly path: string
  /** Path of its outputs in the output folder, without extensions. */
  readonly name: string
  readonly status: 'begun' | 'done' | 'failed'
  /** Id of the attempt, which is sent to a server again if the attempt continues. */
  readonly attempt: string
  /** Id of its job on a server. */
  readonly job?: string
}

/** Name of its folder in the output folder. */
const FOLDER = '.scriptorium'

export class Ledger implements Disposable {
  readonly #entries = new Map<string, Entry>()
  readonly #digests = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #file: number
  readonly #unlock: () => void

  /** @throws {InUseError} if another process uses the output folder */
  constructor(outputFolder: string) {
    const folder = join(outputFolder, FOLDER)
    mkdirSync(folder, { recursive: true })
    this.#unlock = lockFolder(folder)
    const path = join(folder, 'watch.jsonl')
    this.#file = openSync(path, 'a+')
    const text = readFileSync(path, 'utf8')
    for (const line of text.split('\n')) this.#remember(line)
    // A killed process may have left an incomplete line.
    if (text !== '' && !text.endsWith('\n')) writeSync(this.#file, '\n')
  }

  /** The entry for a content. */
  of(digest: string): Entry | undefined {
    return this.#entries.get(digest)
  }

  /** The digest of a file that was seen before with this fingerprint. */
  digestOf(fingerprint: string): string | undefined {
    return this.#digests.get(fingerprint)
  }

  /** The path of the file whose output has this name. */
  sourceOf(name: string): string | undefined {
    return this.#names.get(name)
  }

  /** Records an entry. It is on disk when this returns. */
  record(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.#file)
    this.#add(entry)
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
    this.#unlock()
  }

  #remember(line: string): void {
    try {
      this.#add(JSON.parse(line) as Entry)
    } catch {
      // An incomplete line: the work that it records is done again.
    }
  }

  #add(entry: Entry): void {
    this.#entries.set(entry.digest, entry)
    this.#digests.set(entry.fingerprint, entry.digest)
    this.#names.set(entry.name, entry.path)
  }
}
