import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Preparation } from '../../contract/playback.ts'
import type { AudioFiles } from '../../platform/files/audio-files.ts'
import { parseByteRange } from '../../platform/files/byte-range.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import { ATTACHMENT } from './attachment.ts'
import { notFound, unsatisfiableRange } from '../errors.ts'
import { emptyResponse, fileResponse, type HeaderDocs } from '../openapi/responses.ts'

export const rangeHeader = z.looseObject({
  range: z.string().optional().describe('A single byte range, such as `bytes=0-999` (RFC 9110, section 14).'),
})

/** The content of received files is unknown. */
const RECEIVED_TYPE = 'application/octet-stream'

const HEADERS: HeaderDocs = {
  'accept-ranges': { type: 'string', description: '`bytes`' },
  ...ATTACHMENT,
}

/** The successful responses of an operation that returns a file or a range of it. */
export function bytesResponses(description: string, type: string, headers: HeaderDocs = HEADERS) {
  return {
    200: fileResponse(description, headers, type),
    206: fileResponse(
      'The requested range of the audio.',
      {
        ...headers,
        'content-range': {
          type: 'string',
          description: 'The position of the range and the size of the file.',
        },
      },
      type,
    ),
  }
}

/** The same for an operation that returns a file as received. */
export const fileResponses = {
  ...bytesResponses('The audio as received.', RECEIVED_TYPE),
  302: emptyResponse(
    'The audio is at the URL in `Location`, which needs no key, is valid for an hour and supports ranges. Only if the operator has configured it.',
  ),
}

/** Sends a file as received, or redirects to its storage, which then handles the range. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: AudioFiles,
  { id, filename }: Pick<StoredFile, 'id' | 'filename'>,
): Promise<FastifyReply> {
  const url = await files.url(id, filename)
  // Not cached: a signed URL works for anyone, for an hour.
  if (url !== null) return reply.header('cache-control', 'no-store').redirect(url, 302)
  reply.header('content-disposition', create(filename))
  return sendBytes(request, reply, files, { id, type: RECEIVED_TYPE })
}

/** Sends a file, or the single range of it that was requested (RFC 9110, section 14). */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  files: AudioFiles,
  { id, type }: { readonly id: string; readonly type: string },
): Promise<FastifyReply> {
  const size = await files.size(id)
  if (size === null) throw notFound('the audio')
  const range = parseByteRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw unsatisfiableRange()
  }
  reply.type(type).header('accept-ranges', 'bytes')
  if (reply.getHeader('cache-control') !== 'no-store') reply.header('cache-control', 'private')
  if (range === null) return reply.header('content-length', size).send(files.read(id))
  const { start, end } = range
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(files.read(id, range))
}

/** Seconds after which a client should retry while a file is being prepared. */
const RETRY_SECONDS = 1

/** Sends 202 with the progress of a file that is being prepared. */
export function sendPreparation(reply: FastifyReply, made: Preparation): FastifyReply {
  return reply.code(202).header('retry-after', RETRY_SECONDS).header('cache-control', 'no-store').send(made)
}
