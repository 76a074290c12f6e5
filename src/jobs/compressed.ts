/**
 * JSON of transcripts as it is kept: compressed, in the store and until a client has taken it. 16 MB of words with their
 * times become 1 MB in 0.1 s, and are 16 MB again in half of that. A larger window would make 0.3 MB of them, but each answer that
 * is being sent needs the memory of one.
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

/** The memory of a decompression is 2 to the power of `ZSTD_c_windowLog`, in bytes. */
const OPTIONS = { params: { [constants.ZSTD_c_windowLog]: 17 } }
/** Bytes that a decompression returns at a time. */
const CHUNK_BYTES = 2 ** 16
/** Compressed bytes that are decompressed at once: 1 MB of text takes 3 ms. */
const MAX_SHORT = 2 ** 14

/** Chunks that are decompressed and sent at a time, by all answers: those of 200 would hold up other requests for 0.3 s. */
const chunks = pLimit(2)

const compress = promisify(zstdCompress)

/** For threads that may block. */
export function compressed(text: string | Uint8Array): Buffer {
  return zstdCompressSync(text, OPTIONS)
}

/** For short texts, and for threads that may block. */
export function decompressed(bytes: Uint8Array): Buffer {
  return zstdDecompressSync(bytes)
}

/** What is sent for compressed bytes: a long text is decompressed no faster than it is read. */
export function unpacked(bytes: Uint8Array): Buffer | Readable {
  if (bytes.length <= MAX_SHORT) return decompressed(bytes)
  return Readable.from(decompressing(bytes), { objectMode: false })
}

/** For long texts: it does not hold up the event loop. */
export async function compressedSoon(text: Uint8Array): Promise<Buffer> {
  return compress(text, OPTIONS)
}

/** A text in pieces, for which only its compressed bytes are held in memory. */
export async function* decompressing(bytes: Uint8Array): AsyncGenerator<Buffer> {
  const stream = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks(async () => {
        // Others have their turn, also while the next chunk is there already.
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
