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
import { publicBase } from '../public-base.ts'
import { fileAnswers, rangeHeader, sendFile } from '../send-file.ts'

export interface AudioRoutesParts {
  readonly intake: AudioIntake
  readonly files: AudioFiles
  readonly fileRows: FileStore
  readonly publicUrl: string | null
}

const uploadForm = z.object({ audio: binary.describe('The audio file.') })

/** Audio comes in before the job that is about it, and can be fetched again. */
export async function audioRoutes(app: FastifyInstance, parts: AudioRoutesParts): Promise<void> {
  const { intake, files, fileRows, publicUrl } = parts
  // How much is taken is the business of the intake, which counts every byte on its way to the disk.
  await app.register(multipart, { limits: { fileSize: Infinity }, throwFileSizeLimit: false })

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
    async (request): Promise<Upload> => {
      const file = request.isMultipart() ? await fromForm(request) : await fromUrl(request)
      return uploadAnswer(file, publicBase(publicUrl, request))
    },
  )

  async function fromForm(request: FastifyRequest): Promise<StoredFile> {
    for await (const part of request.parts()) {
      if (part.type === 'file' && part.fieldname === 'audio') {
        return intake.upload(request.account, part.file, part.filename)
      }
      if (part.type === 'file') part.file.resume()
    }
    throw invalid('audio: a file in the form field "audio" is required')
  }

  async function fromUrl(request: FastifyRequest): Promise<StoredFile> {
    const body = uploadRequest.safeParse(request.body)
    if (!body.success) throw invalid(...faultsOf(body.error))
    return intake.fetch(body.data.audio_url, request.account)
  }

  app.withTypeProvider<ZodTypeProvider>().get(
    '/file/:id',
    {
      schema: {
        tags: ['audio'],
        summary: 'Fetch uploaded audio',
        params: z.object({ id: z.string().describe('Id of the file, as the upload answered it.') }),
        headers: rangeHeader,
        response: { ...fileAnswers, ...errorAnswers(404, 416) },
      },
    },
    async (request, reply) => {
      const file = await fileRows.get(request.account, request.params.id)
      if (file === null) throw notFound('file')
      return sendFile(request, reply, files, file.id)
    },
  )
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
