/** Forms with a file, which is read as a stream. */
import type { Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { invalid, tooLarge } from './errors.ts'

/** Fields of a form besides its file. */
export const MAX_FIELDS = 20

/**
 * The bytes of a part. An error in reading them becomes a 400; one in writing them does not.
 * @param digest updated with them
 */
export async function* bytesOf(part: Readable, digest: Hash | null): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = part[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        throw formError(error)
      })
      if (done) return
      digest?.update(value)
      yield value
    }
  } finally {
    part.destroy()
  }
}

/** Errors of the plugin have a status, those of the parser below it have not. */
export function formError(error: unknown): unknown {
  const isPlugins = error instanceof Error && 'statusCode' in error
  if (!isPlugins) return invalid('body: the form is malformed or incomplete')
  return error.statusCode === 413
    ? tooLarge(`a form may have one file, and at most ${MAX_FIELDS} fields`)
    : error
}
