/** Uploads audio, and reports progress on request. */
import { type Cancellable, newKey, type Transport } from './transport.ts'
import type { Upload } from './types.ts'
import { isBrowser, sendForm } from './xml-http-request.ts'

/** A file, bytes, a stream of bytes, or a URL that the service fetches. */
export type AudioSource =
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | URL
  | string

export interface UploadProgress {
  /** Bytes sent so far. */
  readonly sent: number
  /** Bytes in total; null if unknown. */
  readonly total: number | null
}

export interface UploadOptions extends Cancellable {
  /** Default: the name of a `File`, otherwise `audio`. */
  readonly filename?: string | undefined
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Default: a new key for each call, so that a retried upload is stored once. */
  readonly idempotencyKey?: string | undefined
}

const PATH = 'v2/upload'

/** Returns the source if it is a URL; null if it is audio. */
export function urlIn(source: AudioSource): string | null {
  if (source instanceof URL) return source.href
  if (typeof source !== 'string') return null
  if (!URL.canParse(source))
    throw new TypeError(
      `${JSON.stringify(source)} is no URL: open a file by openFile() of @scriptorium/client/node`,
    )
  return source
}

export async function upload(
  transport: Transport,
  source: AudioSource,
  { filename, onProgress, signal, idempotencyKey = newKey() }: UploadOptions,
): Promise<Upload> {
  const sent = { signal, idempotencyKey, timeoutMs: Number.POSITIVE_INFINITY }
  const url = urlIn(source)
  if (url !== null) return post(transport, { ...sent, body: { audio_url: url } })

  const name = filename ?? (source instanceof File ? source.name : 'audio')
  const audio = await bytesOf(source as Exclude<AudioSource, URL | string>)
  if (audio instanceof Blob && (isBrowser || onProgress === undefined)) {
    const form = new FormData()
    form.append('audio', audio, name)
    return onProgress === undefined || transport.hasOwnFetch
      ? post(transport, { ...sent, body: form })
      : sendForm<Upload>(transport, PATH, form, { onProgress, signal, idempotencyKey })
  }
  const total = audio instanceof Blob ? audio.size : null
  const stream = audio instanceof Blob ? (audio.stream() as ReadableStream<Uint8Array>) : audio
  const boundary = `scriptorium-${newKey()}`
  const failure: Failure = { error: undefined }
  const parts = formParts(stream, { name, boundary, total, onProgress, failure })
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  try {
    return await post(transport, { ...sent, body: streamOf(parts), headers })
  } catch (error) {
    // If the source failed, that is the cause; the broken connection is only its consequence.
    throw failure.error ?? error
  } finally {
    // Closes the source, since `fetch` does not do so in every runtime. Not awaited: a pending read of the source delays it.
    void parts.return()
  }
}

async function post(transport: Transport, options: Parameters<Transport['send']>[2]): Promise<Upload> {
  return (await transport.json<Upload>('POST', PATH, options)).body
}

async function bytesOf(
  source: Exclude<AudioSource, URL | string>,
): Promise<Blob | AsyncIterable<Uint8Array>> {
  if (source instanceof Blob) return source
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return new Blob([source])
  const stream = source instanceof ReadableStream ? chunksOf(source) : source
  // Browsers cannot send streams over HTTP/1.1.
  return isBrowser ? new Response(streamOf(stream)).blob() : stream
}

/** Safari's streams are not async iterable. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** Few runtimes have `ReadableStream.from`. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** Holds the error thrown while the source was read. */
interface Failure {
  error: unknown
}

interface FormDetails extends Pick<UploadOptions, 'onProgress'> {
  readonly name: string
  readonly boundary: string
  readonly total: number | null
  readonly failure: Failure
}

/** Encodes a form with one file (RFC 7578). */
async function* formParts(
  file: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  { name, boundary, total, onProgress, failure }: FormDetails,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  yield encoder.encode(
    `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="${quoted}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  let sent = 0
  try {
    for await (const chunk of file instanceof ReadableStream ? chunksOf(file) : file) {
      yield chunk
      sent += chunk.length
      onProgress?.({ sent, total })
    }
  } catch (error) {
    failure.error = error
    throw error
  }
  yield encoder.encode(`\r\n--${boundary}--\r\n`)
}
