/**
 * Compression of transcripts, which stay compressed in the store and in memory until they are sent. 16 MB of words with their times
 * compress to 1 MB in 0.1 s, and decompress in half of that. A larger window would give 0.3 MB, but every response in progress
 * needs the memory of one window.
 */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  constants,
  createZstdDecompress,
  zstdCompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import pLimit from 'p-limit'

/** A decompression needs 2 to the power of `ZSTD_c_windowLog` bytes of memory. */
const OPTIONS = { params: { [constants.ZSTD_c_windowLog]: 17 } }
/** Bytes per decompressed chunk. */
const CHUNK_BYTES = 2 ** 16
/** Up to this many compressed bytes are decompressed synchronously: 1 MB of text takes 3 ms. */
const MAX_SHORT = 2 ** 14

/** Chunks of all responses that are decompressed at a time: one chunk each of 200 responses would block other requests for 0.3 s. */
const chunks = pLimit(2)

const compress = promisify(zstdCompress)

/** Compresses synchronously, for threads that may block. */
export function compressed(text: string | Uint8Array): Buffer {
  return zstdCompressSync(text, OPTIONS)
}

/** Decompresses synchronously, for short texts and for threads that may block. */
export function decompressed(bytes: Uint8Array): Buffer {
  return zstdDecompressSync(bytes)
}

/** The decompressed bytes to send: a long text is a stream that decompresses only as fast as it is read. */
export function unpacked(bytes: Uint8Array): Buffer | Readable {
  if (bytes.length <= MAX_SHORT) return decompressed(bytes)
  return Readable.from(decompressing(bytes), { objectMode: false })
}

/** Compresses long texts without blocking the event loop. */
export async function compressedSoon(text: Uint8Array): Promise<Buffer> {
  return compress(text, OPTIONS)
}

/** Yields the decompressed text in chunks; only the compressed bytes are kept in memory. */
export async function* decompressing(bytes: Uint8Array): AsyncGenerator<Buffer> {
  const stream = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks(async () => {
        // Gives other requests a turn even if the next chunk is already available.
        await setImmediate()
        if (!stream.writableEnded) stream.end(bytes)
        return iterator.next()
      })
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}
