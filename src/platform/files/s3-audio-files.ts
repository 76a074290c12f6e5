/** Audio files in a bucket of S3-compatible storage. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { create } from 'content-disposition'
import { type AudioFiles, checkedId, type Inspect, isId } from './audio-files.ts'
import type { ByteRange } from './byte-range.ts'
import { bucketError, noCredentials, type S3Address, storageError } from './s3-errors.ts'

export interface S3Options extends S3Address {
  readonly region: string
  /** Precedes the id in the key of every object. */
  readonly prefix: string
  /** The URL from which clients download; null to send audio through the service. */
  readonly publicEndpoint: string | null
  /** Folder for local copies. */
  readonly scratch: string
  /** Largest file, in bytes. */
  readonly maxBytes: number
}

/** S3's minimum size of every part but the last. */
const MIN_PART_BYTES = 5 * 2 ** 20
/** S3's maximum for one file. */
const MAX_PARTS = 10_000
/** Parts of a file to send concurrently: together with the one being filled, each upload takes 15 MiB of memory. */
const PARTS_IN_FLIGHT = 2
/** Timeouts for connecting, and for a connection on which nothing arrives. */
const CONNECT_TIMEOUT_MS = 5_000
const SILENCE_TIMEOUT_MS = 30_000
/** Timeout for finding credentials: without any, the SDK asks the instance metadata service, which may not answer. */
const CREDENTIALS_MS = 3_000
/** Timeout for a check. */
const CHECK_MS = 3_000
/** Attempts per request, with growing delays between them. */
const ATTEMPTS = 4
/** How long a download URL is valid, in seconds; a download that has begun may finish later. */
const URL_SECONDS = 3_600
/** The object that is written and deleted when the service starts. */
const CHECK_NAME = 'write-check'

/** Objects are named by id. The SDK sends a CRC32 with every object, which the server verifies. */
export class S3AudioFiles implements AudioFiles {
  readonly #client: S3Client
  /** Signs URLs; null when clients download through the service. */
  readonly #signer: S3Client | null
  readonly #options: S3Options

  private constructor(options: S3Options) {
    const { endpoint, publicEndpoint, region } = options
    const config = (url: string | null): S3ClientConfig => ({
      region,
      // Servers other than AWS have no host name per bucket.
      ...(url === null ? {} : { endpoint: url, forcePathStyle: true }),
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
    })
    this.#options = options
    this.#client = new S3Client(config(endpoint))
    this.#signer = publicEndpoint === null ? null : new S3Client(config(publicEndpoint))
  }

  /**
   * Opens a bucket. Unless `readOnly`, writes and deletes an object to check that it may.
   * @throws {AudioStorageError} whose message names the setting at fault
   */
  static async open(options: S3Options, { readOnly = false } = {}): Promise<S3AudioFiles> {
    const files = new S3AudioFiles(options)
    const target = { Bucket: options.bucket, Key: `${options.prefix}${CHECK_NAME}` }
    try {
      const isFound = files.#client.config.credentials().then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([isFound, delay(CREDENTIALS_MS, false, { ref: false })])))
        throw noCredentials()
      if (!readOnly) {
        await files.#client.send(new PutObjectCommand({ ...target, Body: Buffer.from('scriptorium') }))
        await files.#client.send(new DeleteObjectCommand(target))
      }
      await files.check()
    } catch (error) {
      files.close()
      throw bucketError(error, options)
    }
    return files
  }

  /** Closes idle connections. */
  close(): void {
    this.#client.destroy()
    this.#signer?.destroy()
  }

  async check(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: this.#options.bucket })
    await this.#client.send(command, { abortSignal: AbortSignal.timeout(CHECK_MS) })
  }

  async write(id: string, chunks: AsyncIterable<Uint8Array>, inspect?: Inspect): Promise<void> {
    if (inspect === undefined) return this.#send(id, chunks)
    // Keep a local copy while sending, so that the file need not be read back.
    await this.#withTemporaryFile(async (path) => {
      await this.#send(id, copied(chunks, path))
      await inspect(path)
    })
  }

  async #send(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const target = this.#object(id)
    const sourceErrors: unknown[] = []
    async function* source() {
      try {
        yield* chunks
      } catch (error) {
        sourceErrors.push(error)
        throw error
      }
    }
    const body = Readable.from(source(), { objectMode: false })
    const upload = new Upload({
      client: this.#client,
      params: { ...target, Body: body },
      partSize: Math.max(MIN_PART_BYTES, Math.ceil(this.#options.maxBytes / MAX_PARTS)),
      queueSize: PARTS_IN_FLIGHT,
    })
    try {
      await upload.done()
    } catch (error) {
      if (sourceErrors.length > 0) throw sourceErrors[0]
      throw storageError(error)
    } finally {
      body.destroy()
    }
  }

  async adopt(id: string, path: string): Promise<void> {
    await this.#send(id, createReadStream(path))
  }

  async remove(id: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(id))).catch(rethrown)
  }

  async size(id: string): Promise<number | null> {
    const target = this.#object(id)
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand(target))
      return ContentLength ?? null
    } catch (error) {
      if (error instanceof NotFound) return null
      throw storageError(error)
    }
  }

  async shard(shard: string): Promise<Map<string, number>> {
    const { bucket, prefix } = this.#options
    const sizes = new Map<string, number>()
    for (let marker: string | undefined; ;) {
      // Some servers lack the newer ListObjectsV2.
      const list = new ListObjectsCommand({ Bucket: bucket, Prefix: `${prefix}${shard}`, Marker: marker })
      const { Contents = [], IsTruncated } = await this.#client.send(list).catch(rethrown)
      for (const { Key = '', Size = 0 } of Contents) {
        const id = Key.slice(prefix.length)
        if (isId(id)) sizes.set(id, Size)
      }
      if (IsTruncated !== true) return sizes
      marker = Contents.at(-1)?.Key
    }
  }

  read(id: string, range?: ByteRange): Readable {
    return Readable.from(this.#bytes(this.#object(id), range), { objectMode: false })
  }

  async withLocalCopy<T>(id: string, use: (path: string) => Promise<T>): Promise<T> {
    return this.#withTemporaryFile(async (path) => {
      await pipeline(this.read(id), createWriteStream(path, { flags: 'wx' }))
      return use(path)
    })
  }

  async url(id: string, filename: string): Promise<string | null> {
    if (this.#signer === null) return null
    const command = new GetObjectCommand({
      ...this.#object(id),
      ResponseContentDisposition: create(filename),
      ResponseContentType: 'application/octet-stream',
    })
    return getSignedUrl(this.#signer, command, { expiresIn: URL_SECONDS })
  }

  async #withTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.#options.scratch, `audio-${randomUUID()}`)
    try {
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async *#bytes(target: S3Object, range?: ByteRange): AsyncGenerator<Uint8Array> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          ...target,
          ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
        }),
      )
      yield* Body as Readable
    } catch (error) {
      throw storageError(error)
    }
  }

  #object(id: string): S3Object {
    const { bucket, prefix } = this.#options
    return { Bucket: bucket, Key: `${prefix}${checkedId(id)}` }
  }
}

/** Passes chunks on, and also writes them to a new file. */
async function* copied(chunks: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'wx')
  for await (const chunk of chunks) {
    await file.writeFile(chunk)
    yield chunk
  }
}

interface S3Object {
  readonly Bucket: string
  readonly Key: string
}

function rethrown(error: unknown): never {
  throw storageError(error)
}
