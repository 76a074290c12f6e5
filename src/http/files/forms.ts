/** Forms with a file, which is read as a stream. */
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Receiver } from '../../intake/audio-intake.ts'
import { untilDisconnected } from '../requests/disconnection.ts'
import { invalid, tooLarge } from '../errors.ts'

/** Fields of a form besides its file. */
export const MAX_FIELDS = 20

/** How long an upload waits for its turn, in milliseconds; then its client is asked to try again later. */
const MAX_WAIT_MS = 120_000

/** On whose behalf audio is received: it ends when the client disconnects. */
export function receiverOf({ account }: FastifyRequest, reply: FastifyReply): Receiver {
  return { account, signal: untilDisconnected(reply), maxWaitMs: MAX_WAIT_MS }
}

/**
 * The parts of a form, in order. Read the bytes of a file before the next part.
 * @param limits in place of those that the plugin is registered with
 * @throws {RequestError} 400 for a form that is malformed, 413 for one with too many fields or files
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
    // RFC 7578 requires it, and the types of the plugin promise it.
    if ((part.fieldname as string | undefined) === undefined)
      throw invalid('body: a part of the form has no name: give each one a name in its Content-Disposition')
    yield part
  }
}

/** The file in a part of a form. */
interface FilePart {
  readonly bytes: Readable
  readonly filename: string
  /** SHA-256 of the bytes that were read, if the request has an idempotency key; may be called once. */
  readonly sha256: () => string | undefined
}

export function filePart({ headers }: FastifyRequest, part: MultipartFile): FilePart {
  // Only what is compared later is hashed.
  const digest = headers['idempotency-key'] === undefined ? null : createHash('sha256')
  return {
    bytes: Readable.from(bytesOf(part.file, digest), { objectMode: false }),
    // A part without a file name is a file if its content type says so.
    filename: part.filename ?? '',
    sha256: () => digest?.digest('hex'),
  }
}

/**
 * The bytes of a part. An error in reading them becomes a 400; one in writing them does not.
 * @param digest updated with them
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

/** Errors of the plugin have a status, those of the parser below it have not. */
function formError(error: unknown): unknown {
  const isPlugins = error instanceof Error && 'statusCode' in error
  if (!isPlugins) return invalid('body: the form is malformed or incomplete')
  return error.statusCode === 413
    ? tooLarge(`a form may have one file, and at most ${MAX_FIELDS} fields`)
    : error
}
