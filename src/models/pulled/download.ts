/**
 * Downloads a file of known size and digest. An interrupted download resumes where it stopped, either at once or at the
 * next call. The file gets its final name only after its digest was verified.
 */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { FetchError } from '../../platform/net/fetch-error.ts'
import type { FetchedResponse, GuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { digestIfPresent } from '../../platform/files/file-digest.ts'
import { fetchFailure } from './fetch-failure.ts'
import type { DescribedFile } from './model-description.ts'
import { ModelError } from './model-error.ts'

/** Consecutive attempts without progress after which the download fails. */
const MAX_ATTEMPTS = 5

/** A gigabyte at 100 kB/s takes three hours. */
const TOTAL_TIMEOUT = 24 * 60 * 60_000

export interface DownloadOptions {
  readonly fetch: GuardedFetch
  /** Called with the bytes downloaded so far; the number decreases if the download starts again. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds before the next attempt, doubled after each attempt without progress. */
  readonly retryDelay?: number
}

/**
 * Downloads a file unless it already exists.
 * @param target - the path of the file; an incomplete download is kept beside it as `.part` and `.etag`
 * @throws {ModelError} if it cannot be downloaded; the message says why
 */
export async function download(
  file: DescribedFile,
  target: string,
  { fetch, onProgress, signal, retryDelay = 1000 }: DownloadOptions,
): Promise<void> {
  if ((await digestIfPresent(target)) === file.sha256) return onProgress?.(file.size)
  const part = new PartialFile(target, file, onProgress)
  let furthest = await part.size()
  // Whether the data comes from several responses: without ETags, these may be parts of different files.
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
      if (!isTransient(error, furthest > 0) || fruitless >= MAX_ATTEMPTS) throw explained(error, file)
      await delay(retryDelay * 2 ** fruitless, undefined, { signal })
    }
  }
  await part.take()
}

/** Fetches the missing part of a file. */
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
    // The file on the server is now shorter than the part.
    if (error instanceof FetchError && error.status === 416) await part.discard()
    throw error
  }
}

/** A file that is being downloaded. */
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

  /** The ETag of the file to which the part belongs. */
  async etag(): Promise<string | null> {
    return readFile(this.#etagPath, 'utf8').catch(() => null)
  }

  async isRight(): Promise<boolean> {
    return (await this.size()) === this.#file.size && (await digestIfPresent(this.path)) === this.#file.sha256
  }

  /** Writes the response to a request for everything from `offset`: the rest of the file, or all of it. */
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
    if (written < size) throw new FetchError('interrupted', 'The response ended early')
  }

  /** Gives the file its final name. */
  async take(): Promise<void> {
    await rename(this.path, this.#target)
    await rm(this.#etagPath, { force: true })
  }

  /** @returns the digest of the part; null if there was none */
  async discard(): Promise<string | null> {
    const digest = await digestIfPresent(this.path)
    await rm(this.path, { force: true })
    await rm(this.#etagPath, { force: true })
    return digest
  }

  async #noteEtag(etag: string | undefined): Promise<void> {
    await rm(this.#etagPath, { force: true })
    // A weak ETag does not guarantee the same bytes.
    if (etag?.startsWith('"') === true) await writeFile(this.#etagPath, etag)
  }
}

/** Returns true if another attempt may succeed. A server that was never reached is not tried again. */
function isTransient(error: unknown, hasBegun: boolean): boolean {
  if (!(error instanceof FetchError)) return false
  if (error.code === 'http-status') return [408, 416, 429, 500, 502, 503, 504].includes(error.status ?? 0)
  return (
    error.code === 'interrupted' || error.code === 'timeout' || (error.code === 'unreachable' && hasBegun)
  )
}

function explained(error: unknown, file: DescribedFile): unknown {
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return new ModelError(
      'The disk is full: free some space and pull it again; it resumes where it stopped',
      {
        cause: error,
      },
    )
  if (!(error instanceof FetchError)) return error
  if (error.code === 'too-large') return wrongFile(file, `it has more than ${file.size} bytes`)
  return fetchFailure(error, file.url, 'pull it again later; it resumes where it stopped')
}

function wrongFile({ url }: DescribedFile, how: string): ModelError {
  return new ModelError(`${url} is not the file that was described: ${how}`)
}
