import { z } from 'zod'
import {
  modelName,
  modelPull,
  models as modelsSchema,
  modelTrial,
  pullRequest,
  trialRequest,
} from '../../contract/models.ts'
import { withRate } from '../../contract/quality.ts'
import { LicenceError, NoSuchModelError, OTHER_PULL } from '../../installation/errors.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import { InUseError } from '../../platform/files/folder-lock.ts'
import { untilDisconnected } from '../requests/disconnection.ts'
import { notFound, RequestError } from '../errors.ts'
import { audioOfJob } from '../jobs/jobs.ts'
import { ofOperator } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'

const withName = z.object({
  name: z
    .string()
    .refine((text) => modelName.safeParse(text).success, 'model')
    .describe('Name of the model.'),
})

/** The models of this process: the same pulls, trials and removals as on the command line. */
export function modelRoutes(app: App, parts: Parts): void {
  const { models, node, store } = parts
  app.get(
    '/v2/models',
    ofOperator({
      tags: ['service'],
      operationId: 'listAllModels',
      summary: 'List the models',
      description:
        'The models of the process that answers: those installed and in the catalogue, what is used for each language, which are ' +
        'recommended for this machine, their word error rates by corrections, and the progress of a pull.',
      response: { 200: jsonResponse('The models.', modelsSchema), ...errorResponses() },
    }),
    async () => ({
      ...(await (await models()).list(node)),
      corrected: (await store.quality.ofAll()).map(withRate),
    }),
  )

  app.post(
    '/v2/models',
    ofOperator({
      tags: ['service'],
      operationId: 'pullModel',
      summary: 'Pull a model',
      description:
        'Downloads a model to the disk of the process that answers, in the background, and tries it out there. It is used from the next ' +
        'job or live session on. `pull` in the list of models shows its progress or why it failed. To resume an interrupted pull, ' +
        'pull the model again. Only one model can be pulled at a time.',
      body: pullRequest,
      response: {
        202: jsonResponse('The pull has begun.', modelPull),
        ...errorResponses(400, 404, 409, 413, 415),
      },
    }),
    async (request, reply) => {
      const { model, accept_licence: acceptLicence, languages, engine } = request.body
      request.auditDetails = { name: model }
      const manager = await models()
      return reply.code(202).send(await explained(manager.pull(model, { acceptLicence, languages, engine })))
    },
  )

  app.delete(
    '/v2/models/:name',
    ofOperator({
      tags: ['service'],
      operationId: 'removeModel',
      summary: 'Remove a model',
      description:
        'Removes a pulled model, or what an incomplete pull has left, and stops a pull of it. Jobs that are using the model finish with ' +
        'it; later ones do not use it.',
      params: withName,
      response: { 204: emptyResponse('The model was removed.'), ...errorResponses(404, 409) },
    }),
    async ({ params }, reply) => {
      await explained((await models()).remove(params.name))
      return reply.code(204).send()
    },
  )

  app.post(
    '/v2/models/:name/trial',
    ofOperator({
      tags: ['service'],
      operationId: 'tryModel',
      summary: 'Try a model on audio',
      description:
        'Recognises audio with a pulled model for `recognition` and then with the model currently used instead, and compares the words. ' +
        'The response is sent when both are done; the audio may be at most five minutes long. Only one model can be tried at a time.',
      params: withName,
      body: trialRequest,
      response: {
        200: jsonResponse('The results of both models.', modelTrial),
        ...errorResponses(400, 404, 409, 410, 413, 415, 422),
      },
    }),
    async ({ params, body, account }, reply) => {
      const file = await trialFile(parts, account, body)
      const run = async (path: string | null) =>
        explained((await models()).tryOn(params.name, path, body.language ?? null, untilDisconnected(reply)))
      return file === null ? run(null) : parts.files.withLocalCopy(file, run)
    },
  )
}

/** The id of the audio file of a trial; null for the sample. */
async function trialFile(
  { store }: Parts,
  account: number,
  { file_id: file, job_id: job }: z.output<typeof trialRequest>,
): Promise<string | null> {
  if (job !== undefined) return (await audioOfJob(store, account, job, null)).id
  if (file === undefined) return null
  const found = await store.files.get(account, file)
  if (found === null) throw notFound('file')
  return found.id
}

/** Turns errors of models into errors with a status for the client. */
async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof InUseError) throw new RequestError(409, OTHER_PULL)
    if (!(error instanceof ModelError)) throw error
    const status = error instanceof NoSuchModelError ? 404 : 409
    const remedy =
      error instanceof LicenceError ? ', and if it allows your use, send accept_licence: true' : ''
    throw new RequestError(status, `${error.message}${remedy}`)
  }
}
