import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Upload, upload, uploadRequest } from '../../contract/upload.ts'
import type { AudioFiles } from '../../files/audio-files.ts'
import type { FileStore } from '../../jobs/job-store.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import type { AudioIntake } from '../../transcription/audio-intake.ts'
import { faultsOf, invalid, notFound } from '../errors.ts'
import { answer, binary, errorAnswers } from '../openapi.ts'
import { knownId } from '../known-id.ts'
import { publicBase } from '../public-base.ts'
import { fileAnswers, rangeHeader, sendFile } from '../send-file.ts'

export interface AudioRoutesParts {
  readonly intake: AudioIntake
  readonly files: AudioFiles
  readonly fileRows: FileStore
  readonly publicUrl: string | null
}

/** Milliseconds without a byte after which a sender counts as gone. */
const STALL_MS = 60_000

const uploadForm = z.object({ audio: binary.describe('The audio file.') })

/** Audio comes in before the job that is about it, and can be fetched again. */
export async function audioRoutes(app: FastifyInstance, parts: AudioRoutesParts): Promise<void> {
  const { intake, files, fileRows, publicUrl } = parts
  // How much is taken is the business of the intake, which counts every byte on its way to the disk.
  await app.register(multipart, {
    limits: { fileSize: Infinity, files: 1, fields: 10, fieldSize: 1024 },
    throwFileSizeLimit: false,
  })

  app.post(
    '/v2/upload',
    {
      schema: {
        tags: ['audio'],
        summary: 'Upload audio',
        description:
          'Either a form with the file in the field `audio`, or JSON with the URL to fetch it from.',
        body: {
          content: {
            'multipart/form-data': { schema: uploadForm },
            'application/json': { schema: uploadRequest },
          },
        },
        response: { 200: answer('The audio is kept.', upload), ...errorAnswers(400, 413, 415, 422, 503) },
      },
      // A form is not read before the handler does, so there is nothing yet that a schema could check.
      validatorCompiler: () => () => true,
    },
    async (request, reply): Promise<Upload> => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new Error('the client went away')))
      const take = request.isMultipart() ? fromForm : fromUrl
      return uploadAnswer(await take(request, gone.signal), publicBase(publicUrl, request))
    },
  )

  async function fromForm(request: FastifyRequest, signal: AbortSignal): Promise<StoredFile> {
    const stalled = setTimeout(() => request.raw.destroy(), STALL_MS)
    request.raw.on('data', () => stalled.refresh()).once('close', () => clearTimeout(stalled))
    request.raw.once('end', () => clearTimeout(stalled))
    try {
      for await (const part of request.parts()) {
        if (part.type !== 'file') continue
        if (part.fieldname !== 'audio') break
        // A part without a file name counts as a file when its type says so.
        const filename = (part.filename as string | undefined) ?? ''
        return await intake.upload(request.account, part.file, filename, signal)
      }
    } catch (error) {
      throw isMalformedForm(error) ? invalid('body: the form is malformed or cut off') : error
    }
    throw invalid('audio: a file in the form field "audio" is required')
  }

  async function fromUrl(request: FastifyRequest, signal: AbortSignal): Promise<StoredFile> {
    const body = uploadRequest.safeParse(request.body)
    if (!body.success) throw invalid(...faultsOf(body.error))
    const write = async (file: StoredFile) => fileRows.add(request.account, file)
    return intake.fetch(body.data.audio_url, write, signal)
  }

  app.withTypeProvider<ZodTypeProvider>().get(
    '/file/:id',
    {
      // A range of it has to be a range of the bytes that were received.
      compress: false,
      schema: {
        tags: ['audio'],
        summary: 'Fetch uploaded audio',
        params: z.object({ id: z.string().describe('Id of the file, as the upload answered it.') }),
        headers: rangeHeader,
        response: { ...fileAnswers, ...errorAnswers(404, 416) },
      },
    },
    async (request, reply) => {
      const file = await fileRows.get(request.account, knownId(request.params.id, 'file'))
      if (file === null) throw notFound('file')
      return sendFile(request, reply, files, file.id)
    },
  )
}

/** What the parser of forms throws has no code, only these words. */
function isMalformedForm(error: unknown): boolean {
  return error instanceof Error && /^(?:Multipart: |Malformed |Unexpected end of )/.test(error.message)
}

function uploadAnswer(file: StoredFile, base: string): Upload {
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
