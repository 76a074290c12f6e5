/**
 * Downloads one file of which size and digest are known. A connection that breaks is taken up again where it broke, now
 * or when it is asked for the next time; what was downloaded takes its name when its digest is right, not before.
 */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { FetchError } from '../../net/fetch-error.ts'
import type { FetchedResponse, GuardedFetch } from '../../net/guarded-fetch.ts'
import { fileDigest } from './file-digest.ts'
import type { DescribedFile } from './model-description.ts'
import { ModelError } from './model-error.ts'

/** Tries in a row that bring nothing new, after which a server is given up. */
const TRIES = 5

/** A gigabyte at 100 kB/s takes three hours. */
const TOTAL_TIMEOUT = 24 * 60 * 60_000

export interface DownloadOptions {
  readonly fetch: GuardedFetch
  /** Told how many bytes of the file are there; fewer than before when it has to be begun anew. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds before a connection that broke is taken up again; twice as long each time that it brought nothing. */
  readonly retryDelay?: number
}

/**
 * Downloads a file, unless it is there already.
 * @param target - where it is put; beside it, as `.part` and `.etag`, is what a broken download left
 * @throws {ModelError} when it cannot be had: the message says why
 */
export async function download(
  file: DescribedFile,
  target: string,
  { fetch, onProgress, signal, retryDelay = 1000 }: DownloadOptions,
): Promise<void> {
  if ((await fileDigest(target)) === file.sha256) return onProgress?.(file.size)
  const part = new PartialFile(target, file, onProgress)
  let furthest = await part.size()
  // Of several answers: by a server that does not say when it has another file, they may be parts of two.
  let isMixed = furthest > 0
  let isSecondAttempt = false
  let fruitless = 0
  while (!(await part.isRight())) {
    if ((await part.size()) >= file.size) {
      const digest = await part.discard()
      if (!isMixed || isSecondAttempt) throw wrongFile(file, `its SHA-256 is ${digest}, not ${file.sha256}`)
      ;[furthest, isMixed, isSecondAttempt] = [0, false, true]
    }
    try {
      await request(file, part, { fetch, signal })
    } catch (error) {
      signal?.throwIfAborted()
      const size = await part.size()
      fruitless = size > furthest ? 0 : fruitless + 1
      furthest = Math.max(furthest, size)
      isMixed = size > 0
      if (!isPassing(error, furthest > 0) || fruitless >= TRIES) throw explained(error, file)
      await delay(retryDelay * 2 ** fruitless, undefined, { signal })
    }
  }
  await part.take()
}

/** Fetches what is missing of a file. */
async function request(
  file: DescribedFile,
  part: PartialFile,
  { fetch, signal }: Pick<DownloadOptions, 'fetch' | 'signal'>,
): Promise<void> {
  const offset = await part.size()
  const etag = await part.etag()
  const headers: Record<string, string> = offset > 0 ? { range: `bytes=${offset}-` } : {}
  if (offset > 0 && etag !== null) headers['if-range'] = etag
  const options = { maxBytes: file.size, totalTimeout: TOTAL_TIMEOUT, headers, signal }
  try {
    await fetch(file.url, options, (response) => part.write(response, offset))
  } catch (error) {
    // There is less than this of what the server has now.
    if (error instanceof FetchError && error.status === 416) await part.discard()
    throw error
  }
}

/** What is there of a file that is being downloaded. */
class PartialFile {
  readonly path: string
  readonly #target: string
  readonly #etagPath: string
  readonly #file: DescribedFile
  readonly #onProgress: DownloadOptions['onProgress']

  constructor(target: string, file: DescribedFile, onProgress: DownloadOptions['onProgress']) {
    this.path = `${target}.part`
    this.#target = target
    this.#etagPath = `${target}.etag`
    this.#file = file
    this.#onProgress = onProgress
  }

  async size(): Promise<number> {
    return stat(this.path).then(
      ({ size }) => size,
      () => 0,
    )
  }

  /** What the server called the file of which this is the beginning. */
  async etag(): Promise<string | null> {
    return readFile(this.#etagPath, 'utf8').catch(() => null)
  }

  async isRight(): Promise<boolean> {
    return (await this.size()) === this.#file.size && (await fileDigest(this.path)) === this.#file.sha256
  }

  /** Takes an answer to a request for what follows `offset`: the rest of the file, or the whole of it. */
  async write({ status, headers, body }: FetchedResponse, offset: number): Promise<void> {
    const isRest = offset > 0 && status === 206
    const { size } = this.#file
    const range = `bytes ${offset}-${size - 1}/${size}`
    if (isRest && headers['content-range'] !== range) {
      await this.discard()
      throw new FetchError('interrupted', `The server sent ${headers['content-range']}, not ${range}`)
    }
    if (!isRest && Number(headers['content-length'] ?? size) !== size)
      throw wrongFile(this.#file, `it has ${headers['content-length']} bytes, not ${size}`)
    let written = isRest ? offset : 0
    if (!isRest) await this.#noteEtag(headers.etag)
    const handle = await open(this.path, isRest ? 'a' : 'w')
    try {
      for await (const chunk of body) {
        written += chunk.length
        if (written > size) break
        await handle.appendFile(chunk)
        this.#onProgress?.(written)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (written > size) {
      await this.discard()
      throw wrongFile(this.#file, `it has more than ${size} bytes`)
    }
    if (written < size) throw new FetchError('interrupted', 'The answer ended before its time')
  }

  /** Gives the file its name. */
  async take(): Promise<void> {
    await rename(this.path, this.#target)
    await rm(this.#etagPath, { force: true })
  }

  /** @returns its digest; null when there was nothing */
  async discard(): Promise<string | null> {
    const digest = await fileDigest(this.path)
    await rm(this.path, { force: true })
    await rm(this.#etagPath, { force: true })
    return digest
  }

  async #noteEtag(etag: string | undefined): Promise<void> {
    await rm(this.#etagPath, { force: true })
    // A weak one does not say that the bytes are the same.
    if (etag?.startsWith('"') === true) await writeFile(this.#etagPath, etag)
  }
}

/** Whether another try may succeed. Who cannot be reached at all is not waited for. */
function isPassing(error: unknown, hasBegun: boolean): boolean {
  if (!(error instanceof FetchError)) return false
  if (error.code === 'http-status') return [408, 416, 429, 500, 502, 503, 504].includes(error.status ?? 0)
  return (
    error.code === 'interrupted' || error.code === 'timeout' || (error.code === 'unreachable' && hasBegun)
  )
}

function explained(error: unknown, file: DescribedFile): unknown {
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return new ModelError('The disk is full: make room, and pull it again; it goes on where it stopped', {
      cause: error,
    })
  if (!(error instanceof FetchError)) return error
  const { host } = new URL(file.url)
  const goOn = 'pull it again later; it goes on where it stopped'
  switch (error.code) {
    case 'http-status':
      return new ModelError(`${file.url} is not to be had there: the server answered ${error.status}`, {
        cause: error,
      })
    case 'too-large':
      return wrongFile(file, `it has more than ${file.size} bytes`)
    case 'unreachable':
      return new ModelError(`${host} cannot be reached: is this machine online?`, { cause: error })
    case 'interrupted':
    case 'timeout':
      return new ModelError(`The connection to ${host} keeps breaking: ${goOn}`, { cause: error })
    case 'bad-url':
    case 'refused-address':
    case 'too-many-redirects':
      return new ModelError(`${file.url} cannot be downloaded: ${error.message}`, { cause: error })
  }
}

function wrongFile({ url }: DescribedFile, how: string): ModelError {
  return new ModelError(`${url} is not the file that was described: ${how}`)
}
