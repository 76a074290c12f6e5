import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { ScriptoriumError } from '../../../clients/typescript/src/index.ts'
import { CommandError, UsageError } from '../errors.ts'
import { untilInterrupted } from '../interruption.ts'
import type { ConnectionOptions } from '../remote/connection.ts'
import { describeFailure } from '../remote/failure.ts'
import type { RequestOptions } from '../request-options.ts'
import { systemFailure } from '../system-sentence.ts'
import { printable } from '../terminal.ts'
import { type OutputOptions, writeWhole } from '../transcribe/outputs.ts'
import { CompleteFiles, fingerprintOf } from './complete-files.ts'
import { type Entry, Ledger } from './ledger.ts'
import { checkTemplate, freeName, nameFor } from './names.ts'
import type { Transcriber } from './transcriber.ts'

/** Milliseconds until a file with a temporary failure is tried again. */
const RETRY_MS = 30_000
/** Folder in the output folder for the reasons of failures. */
const FAILED = 'failed'

type WatchOptions = RequestOptions &
  ConnectionOptions &
  Pick<OutputOptions, 'format' | 'outputDir' | 'timestamps'> & {
    readonly server?: true
    readonly name: string
    /** Seconds. */
    readonly settle: number
  }

/** Transcribes each file in a folder once, including those added later, until it is interrupted. */
export async function watch(folder: string, options: WatchOptions): Promise<void> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${folder}: there is no such folder`)
  checkTemplate(options.name)
  const interrupted = untilInterrupted()
  await using transcriber = await transcriberFor(options)
  using ledger = new Ledger(options.outputDir ?? folder)
  await new FolderWatch(resolve(folder), options, transcriber, ledger).run(interrupted)
}

async function transcriberFor(options: WatchOptions): Promise<Transcriber> {
  if ((options.server ?? options.url ?? options.key) === undefined)
    return (await import('./here.ts')).transcriberHere(options)
  return (await import('./on-server.ts')).transcriberOnServer(options)
}

class FolderWatch {
  readonly #folder: string
  readonly #output: string
  readonly #options: WatchOptions
  readonly #transcriber: Transcriber
  readonly #ledger: Ledger
  /** Digests of the contents that are being transcribed. */
  readonly #begun = new Set<string>()
  readonly #ended = new AbortController()

  constructor(folder: string, options: WatchOptions, transcriber: Transcriber, ledger: Ledger) {
    this.#folder = folder
    this.#output = resolve(options.outputDir ?? folder)
    this.#options = options
    this.#transcriber = transcriber
    this.#ledger = ledger
  }

  /** @throws errors after which it cannot continue */
  async run(interrupted: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([interrupted, this.#ended.signal])
    const limit = pLimit(this.#transcriber.concurrency)
    const running = new Set<Promise<void>>()
    {
      await using files: CompleteFiles = new CompleteFiles(this.#folder, this.#options.settle * 1000, {
        onComplete: (path) => {
          const task = limit(async () => signal.aborted || this.#take(path, files, signal))
            .then(() => {})
            .catch((error: unknown) => this.#ended.abort(error))
            .finally(() => running.delete(task))
          running.add(task)
        },
        onError: (error) => this.#ended.abort(error),
      })
      if (!signal.aborted) await once(signal, 'abort')
    }
    await Promise.all(running)
    if (!interrupted.aborted) throw this.#ended.signal.reason
  }

  /** Transcribes a file, unless that was done before. @throws errors after which it cannot continue */
  async #take(path: string, files: CompleteFiles, signal: AbortSignal): Promise<void> {
    const entry = await this.#begin(path, signal).catch((error: unknown) => {
      // The file has disappeared or cannot be read. It may come back.
      if (!signal.aborted) this.#say(path, systemFailure(error) ?? String(error))
      return null
    })
    if (entry === null) return
    try {
      await this.#transcribe(entry, signal)
    } catch (error) {
      if (signal.aborted) return
      const isRefused =
        error instanceof ScriptoriumError && ['unauthorized', 'forbidden'].includes(error.code)
      if (isRefused) throw new CommandError(describeFailure(error), { cause: error })
      const { path: about = path } = error as NodeJS.ErrnoException
      // A full disk is not a fault of the file.
      const isOutput = about !== path && about.startsWith(this.#output + sep)
      const reason = isOutput ? null : this.#transcriber.failureOf(error, { path })
      this.#say(path, reason ?? `${systemFailure(error) ?? (error as Error).message} Trying again.`)
      if (reason !== null) return await this.#fail(entry, reason)
      setTimeout(() => files.again(path), RETRY_MS).unref()
    } finally {
      this.#begun.delete(entry.digest)
    }
  }

  /** The entry of a file to transcribe; null if there is nothing to do. */
  async #begin(path: string, signal: AbortSignal): Promise<Entry | null> {
    const fingerprint = await fingerprintOf(path)
    if (fingerprint === null) return null
    const digest = this.#ledger.digestOf(fingerprint) ?? (await digestOf(path, signal))
    // It has changed in the meantime, and will be found again.
    if ((await fingerprintOf(path)) !== fingerprint) return null
    const known = this.#ledger.of(digest)
    const isOver =
      known?.status === 'done' || (known?.status === 'failed' && existsSync(this.#reasonFile(known)))
    if (isOver && known.fingerprint !== fingerprint) this.#ledger.record({ ...known, fingerprint })
    if (isOver || this.#begun.has(digest)) return null
    this.#begun.add(digest)
    const from = relative(this.#folder, path)
    // It may have been renamed.
    if (known?.status === 'begun') return { ...known, fingerprint, path: from }
    const entry: Entry = {
      ...{ digest, fingerprint, path: from, status: 'begun', attempt: randomUUID() },
      name: known?.name ?? this.#nameFor(from, (await stat(path)).mtime),
    }
    this.#ledger.record(entry)
    return entry
  }

  async #transcribe(entry: Entry, signal: AbortSignal): Promise<void> {
    const { path, name, attempt, job } = entry
    const file = join(this.#folder, path)
    const tags = path.split(sep).slice(0, -1)
    let begun = entry
    const render = await this.#transcriber.transcribe(
      { path: file, tags, attempt, job },
      {
        signal,
        onJob: (id) => this.#ledger.record((begun = { ...entry, job: id })),
        onProblem: (problem) => this.#say(file, problem),
      },
    )
    for (const format of this.#options.format) {
      const output = this.#outputOf(name, format)
      await writeWhole(output, await render(format), join(dirname(output), `.${attempt}.partial`))
      process.stdout.write(`${output}\n`)
    }
    this.#ledger.record({ ...begun, status: 'done' })
    await rm(this.#reasonFile(entry), { force: true })
  }

  async #fail(entry: Entry, reason: string): Promise<void> {
    const text = `${join(this.#folder, entry.path)}\n${reason}\n\nTo try again, delete this file and restart "scriptorium watch".\n`
    await writeWhole(this.#reasonFile(entry), text)
    this.#ledger.record({ ...entry, status: 'failed' })
  }

  #reasonFile({ path }: Entry): string {
    return join(this.#output, FAILED, `${path}.txt`)
  }

  #outputOf(name: string, format: string): string {
    return join(this.#output, `${name}.${format}`)
  }

  /** A free name, or the one that earlier outputs of the same file have. */
  #nameFor(path: string, changed: Date): string {
    return freeName(nameFor(this.#options.name, path, changed), (name) => {
      const source = this.#ledger.sourceOf(name)
      if (source !== undefined) return source === path
      return !this.#options.format.some((format) => existsSync(this.#outputOf(name, format)))
    })
  }

  #say(path: string, what: string): void {
    process.stderr.write(`${printable(relative(this.#folder, path))}: ${printable(what)}\n`)
  }
}

async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum, { signal })
  return sum.digest('hex')
}
