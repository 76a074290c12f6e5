/** ZIP files created while they are sent, with only a piece of one file in memory. */
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { Zip, type ZipInputFile } from 'fflate'

export interface ZippedFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | readonly Uint8Array[]
}

/** Compression method: deflate (APPNOTE.TXT 4.4.5). */
const DEFLATE = 8

/** The bytes of a ZIP. Each file is requested when the previous one has been sent. */
export async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- null if there is none, unlike its type
    if (error !== null) throw error
    made.push(bytes)
  })
  const taken = () => {
    const bytes = Buffer.concat(made)
    made = []
    return bytes
  }
  for await (const { name, content } of files) {
    const entry = { filename: name, size: 0, crc: 0, compression: DEFLATE } as ZipInputFile
    // Sets `ondata`.
    zip.add(entry)
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const bytes of content) {
        entry.size += bytes.length
        entry.crc = crc32(bytes, entry.crc)
        yield bytes
      }
    }
    // Unlike the library's own compression, this does not block the event loop.
    const deflated = createDeflateRaw()
    const ended = pipeline(Readable.from(counted()), deflated)
    // Errors are thrown by the loop.
    void ended.catch(() => {})
    for await (const bytes of deflated as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      entry.ondata!(null, bytes, false)
      yield taken()
    }
    entry.ondata!(null, new Uint8Array(), true)
  }
  zip.end()
  yield taken()
}
