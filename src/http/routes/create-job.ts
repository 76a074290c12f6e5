import { customMetadataLimit } from '../../contract/custom-metadata.ts'
import { jobCreated } from '../../contract/job.ts'
import { isAnyRequested, unavailableFeatures } from '../../contract/features/fields.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../contract/pre-recorded-request.ts'
import type { CreatedJob, NewJob } from '../../jobs/job.ts'
import { UnknownFileError } from '../../jobs/stored-file.ts'
import { addJob } from '../jobs/jobs.ts'
import { invalid, privateUrl } from '../errors.ts'
import { createOnce, idempotencyHeader, REPLAYED } from '../idempotency.ts'
import { operation, routine } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { jsonResponse, errorResponses } from '../openapi/responses.ts'
import { collectWarnings, warningsIn } from '../requests/validation.ts'
import { publicBase } from '../requests/public-base.ts'

const RESOURCES = [
  { path: '/v2/pre-recorded', name: 'PreRecorded' },
  { path: '/v2/transcription', name: 'Transcription' },
] as const

/** Creates jobs for files, on the path of their kind and on the deprecated one. */
export function createJobRoutes(app: App, parts: Parts): void {
  const { store, maxMetadataCharacters, capabilities, isPrivate } = parts
  for (const { path, name } of RESOURCES) {
    app.post(
      path,
      {
        preValidation: collectWarnings,
        ...routine(
          operation('write', {
            tags: ['jobs'],
            operationId: `create${name}`,
            summary: 'Transcribe a file',
            description:
              'Creates a job. Fetch `result_url` to get its status and, once it is done, its result.',
            deprecated: path === '/v2/transcription',
            headers: idempotencyHeader,
            body: preRecordedRequest.check(customMetadataLimit(maxMetadataCharacters)),
            response: {
              201: jsonResponse('The job was created.', jobCreated, REPLAYED),
              ...errorResponses(400, 402, 409, 413, 415, 422),
            },
          }),
        ),
      },
      async (request, reply) => {
        const { body, account } = request
        const base = publicBase(request)
        const create = async (keyed: NewJob['request']) => {
          const requestParams = preRecordedParamsOf(body)
          // Only if needed: reading which models are installed takes 50 µs.
          const problems = isAnyRequested(requestParams)
            ? unavailableFeatures(
                requestParams,
                await capabilities(),
                requestParams.language_config.languages,
              )
            : []
          if (problems.length > 0) throw invalid(...problems)
          const fileId = uploadedFile(body.audio_url)
          const known = fileId !== null && (await store.files.get(account, fileId)) !== null
          if (!known && body.audio_url.startsWith(`${base}/file/`)) throw unknownUpload()
          const callbackUrl = requestParams.callback_config?.url
          if (!known && isPrivate(body.audio_url)) throw privateUrl('audio_url')
          if (callbackUrl !== undefined && isPrivate(callbackUrl))
            throw privateUrl(body.callback_config === undefined ? 'callback_url' : 'callback_config.url')
          return addJob(store, account, {
            customMetadata: body.custom_metadata ?? null,
            requestParams,
            withoutVocabulary: body.custom_vocabulary === false,
            fileId: known ? fileId : null,
            request: keyed ?? null,
          })
        }
        const answer = ({ id }: CreatedJob) => ({
          id,
          result_url: `${base}${path}/${id}`,
          ...warningsIn(request),
        })
        try {
          return await reply.code(201).send(await createOnce(request, reply, { store, answer, create }))
        } catch (error) {
          // The file was deleted with its last job after the check above.
          throw error instanceof UnknownFileError ? unknownUpload() : error
        }
      },
    )
  }
}

const unknownUpload = () => invalid('audio_url: there is no such file in this account: upload it again')

/**
 * The id of the uploaded file that a URL refers to, if any. The host is ignored, since the service may have several names, and no
 * other server has a file with the id of an upload of this account.
 */
function uploadedFile(url: string): string | null {
  return /\/file\/([0-9a-f-]{36})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? null
}
