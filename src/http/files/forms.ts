/** Multipart forms with a file, which is read as a stream. */
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Receiver } from '../../intake/audio-intake.ts'
import { untilDisconnected } from '../requests/disconnection.ts'
import { invalid, tooLarge } from '../errors.ts'

/** Maximum number of fields in a form besides its file. */
export const MAX_FIELDS = 20

/** How long an upload waits for its turn before the client is asked to try again later. */
const MAX_WAIT_MS = 120_000

/** The account that receives audio, with a signal that is aborted when the client disconnects. */
export function receiverOf({ account }: FastifyRequest, reply: FastifyReply): Receiver {
  return { account, signal: untilDisconnected(reply), maxWaitMs: MAX_WAIT_MS }
}

/**
 * The parts of a form, in order. Read all bytes of a file before requesting the next part.
 * @param limits override those of the plugin
 * @throws {RequestError} 400 if the form is malformed, 413 if it has too many fields or files
 */
export async function* partsOf(
  request: FastifyRequest,
  limits: { readonly fieldSize?: number } = {},
): AsyncGenerator<Multipart> {
  const parts = request.parts({ limits })
  for (;;) {
    const { done, value: part } = await parts.next().catch((error: unknown) => {
      throw formError(error)
    })
    if (done) return
    // RFC 7578 requires a name, and the types of the plugin promise one, but it may be missing.
    if ((part.fieldname as string | undefined) === undefined)
      throw invalid('body: a part of the form has no name: give each one a name in its Content-Disposition')
    yield part
  }
}

/** The file in a part of a form. */
interface FilePart {
  readonly bytes: Readable
  readonly filename: string
  /** SHA-256 of the bytes read, if the request has an idempotency key. Call it only once. */
  readonly sha256: () => string | undefined
}

export function filePart({ headers }: FastifyRequest, part: MultipartFile): FilePart {
  // Hashed only if it is compared later.
  const digest = headers['idempotency-key'] === undefined ? null : createHash('sha256')
  return {
    bytes: Readable.from(bytesOf(part.file, digest), { objectMode: false }),
    // A part without a file name can still be a file, by its content type.
    filename: part.filename ?? '',
    sha256: () => digest?.digest('hex'),
  }
}

/**
 * The bytes of a part. Errors while reading them become a 400; errors while writing them do not.
 * @param digest is updated with the bytes
 */
async function* bytesOf(part: Readable, digest: Hash | null): AsyncGenerator<Buffer> {
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

/** Errors of the plugin have a status; those of its parser do not. */
function formError(error: unknown): unknown {
  const isPlugins = error instanceof Error && 'statusCode' in error
  if (!isPlugins) return invalid('body: the form is malformed or incomplete')
  return error.statusCode === 413
    ? tooLarge(`a form may have one file, and at most ${MAX_FIELDS} fields`)
    : error
}
