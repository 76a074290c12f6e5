import { finished } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Upload, upload, uploadRequest } from '../../contract/upload.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import type { Receiver } from '../../intake/audio-intake.ts'
import { invalid, notFound } from '../errors.ts'
import { filePart, MAX_FIELDS, partsOf, receiverOf } from '../files/forms.ts'
import { fingerprintOf, idempotencyHeader, REPLAYED } from '../idempotency.ts'
import { addition, operation, routine } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { jsonResponse, binary, errorResponses } from '../openapi/responses.ts'
import { withId } from '../requests/path-ids.ts'
import { publicBase } from '../requests/public-base.ts'
import { fileResponses, rangeHeader, sendFile } from '../files/send-file.ts'
import { type IncomingUpload, uploadOnce } from '../files/upload-once.ts'
import { parseRequest } from '../requests/validation.ts'

const uploadForm = z.object({ audio: binary.describe('The audio file.') })

/** Uploads and downloads audio. */
export async function audioRoutes(app: App, parts: Parts): Promise<void> {
  const { intake, files, store } = parts
  // The intake limits the size of the file itself.
  await app.register(multipart, {
    limits: { fileSize: Infinity, files: 1, fields: MAX_FIELDS, fieldSize: 1024 },
    throwFileSizeLimit: false,
  })

  const documented = {
    tags: ['audio'],
    headers: idempotencyHeader,
    response: {
      200: jsonResponse('The uploaded file.', upload, REPLAYED),
      ...errorResponses(400, 402, 409, 413, 415, 422),
    },
  }
  const KEPT = 'A file that no job uses is deleted after `UPLOAD_HOURS` (a day by default).'

  app.post(
    '/v2/upload',
    {
      ...routine(
        operation('write', {
          ...documented,
          operationId: 'upload',
          summary: 'Upload audio',
          description:
            `Send a form with the file in the field \`audio\`. ${KEPT} Requests with the same \`Idempotency-Key\` must have the same ` +
            'file content and name. Also accepted: the JSON of `POST /v2/upload/url`.',
          body: {
            content: {
              'multipart/form-data': { schema: uploadForm },
              'application/json': { schema: uploadRequest },
            },
          },
        }),
      ),
      // The handler reads the form as a stream and validates it itself.
      validatorCompiler: () => () => true,
    },
    receive,
  )

  // A separate operation, since generated clients support one content type per operation.
  app.post(
    '/v2/upload/url',
    {
      ...routine(
        addition('write', {
          ...documented,
          operationId: 'uploadFromUrl',
          summary: 'Upload audio from a URL',
          description: KEPT,
          body: uploadRequest,
        }),
      ),
      validatorCompiler: () => () => true,
    },
    receive,
  )

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<Upload> {
    const receiver = receiverOf(request, reply)
    const base = publicBase(request)
    parseRequest(idempotencyHeader, request.headers)
    const incoming = request.isMultipart()
      ? await incomingForm(request, receiver)
      : incomingUrl(request, receiver)
    return uploadOnce(request, reply, parts, incoming, (file) => toUpload(file, base))
  }

  async function incomingForm(request: FastifyRequest, receiver: Receiver): Promise<IncomingUpload> {
    const { bytes, filename, sha256 } = filePart(request, await audioPart(request))
    return {
      receive: async (write) => intake.upload(receiver, bytes, filename, write),
      skip: async () => finished(bytes.resume()),
      fingerprint: () => fingerprintOf({ filename, sha256: sha256() }),
    }
  }

  function incomingUrl(request: FastifyRequest, receiver: Receiver): IncomingUpload {
    const { audio_url: url } = parseRequest(uploadRequest, request.body)
    return {
      receive: async (write) => intake.fetch(receiver, url, write),
      skip: async () => {},
      fingerprint: () => fingerprintOf({ url }),
    }
  }

  app.get(
    '/file/:id',
    {
      // Ranges refer to the bytes as received.
      compress: false,
      ...operation('read', {
        tags: ['audio'],
        operationId: 'downloadUpload',
        summary: 'Download uploaded audio',
        params: withId('file'),
        headers: rangeHeader,
        response: { ...fileResponses, ...errorResponses(404, 416) },
      }),
    },
    async (request, reply) => {
      const file = await store.files.get(request.account, request.params.id)
      if (file === null) throw notFound('file')
      return sendFile(request, reply, files, file)
    },
  )
}

/** The file in the field `audio`, which must be the first file of the form. */
async function audioPart(request: FastifyRequest): Promise<MultipartFile> {
  for await (const part of partsOf(request)) {
    if (part.type !== 'file') continue
    if (part.fieldname !== 'audio') break
    return part
  }
  throw invalid('audio: a file in the form field "audio" is required')
}

function toUpload(file: StoredFile, base: string): Upload {
  const { id, filename, source, extension, size, duration, channels } = file
  return {
    audio_url: `${base}/file/${id}`,
    audio_metadata: {
      id,
      filename,
      ...(source === null ? {} : { source }),
      extension,
      size,
      audio_duration: duration,
      number_of_channels: channels,
    },
  }
}
