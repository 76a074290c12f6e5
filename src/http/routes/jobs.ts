import { z } from 'zod'
import { callerOf } from '../authentication/authentication.ts'
import { type JobDetails, jobDetails, jobDetailsPatch } from '../../contract/details.ts'
import { type JobProgress, jobProgress as jobProgressSchema } from '../../contract/progress.ts'
import { revisionParameter } from '../../contract/revisions.ts'
import { trashParameter } from '../../contract/trash.ts'
import { audioOfJob, removeJob } from '../jobs/jobs.ts'
import { draining, hasEnded, invalid, NO_TRASH, notDeletable, notFound } from '../errors.ts'
import { jobProgress } from '../jobs/job-progress.ts'
import { JOB_RESOURCES } from '../jobs/job-resources.ts'
import { revisedTranscription } from '../jobs/job-transcript.ts'
import { addition, operation } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'
import { fileResponses, rangeHeader, sendFile } from '../files/send-file.ts'

/**
 * Fetches and deletes jobs and downloads their audio, on the path of their kind and on those of both kinds. Cancels jobs, sets their
 * details, and shows their progress.
 */
export function jobRoutes(app: App, parts: Parts): void {
  const { store, files, cancel, drain, trashDays } = parts

  app.get(
    '/v2/jobs/:id/progress',
    addition('read', {
      tags: ['jobs'],
      operationId: 'getJobProgress',
      summary: 'Fetch the progress of a job',
      description: 'Cheaper to poll than the job.',
      params: withJobId,
      response: { 200: jsonResponse('The progress.', jobProgressSchema), ...errorResponses(404) },
    }),
    async (request): Promise<JobProgress> => {
      const progress = await jobProgress(parts, request.account, request.params.id)
      if (progress === null) throw notFound('job')
      return progress
    },
  )

  for (const { path, kind, job, names, successor } of JOB_RESOURCES) {
    const [name] = names
    const deprecated = successor !== null
    app.get(
      `${path}/:id`,
      operation('read', {
        tags: ['jobs'],
        operationId: `get${name}`,
        summary: 'Fetch a job',
        deprecated,
        params: withJobId,
        querystring: z.object({
          revision: revisionParameter
            .optional()
            .describe(
              'The revision to return as `result.transcription`, or `newest`; by default 0, the result of the recognition.',
            ),
        }),
        response: { 200: jsonResponse('The job.', job), ...errorResponses(400, 404) },
      }),
      async (request, reply) => {
        const { account, query } = request
        const { id } = request.params
        const transcription = await revisedTranscription(parts, account, id, query.revision)
        const json = await store.jobs.get(account, id, kind, transcription)
        if (json === null) throw notFound('job')
        return reply.type('application/json; charset=utf-8').send(json)
      },
    )

    app.delete(
      `${path}/:id`,
      operation('write', {
        tags: ['jobs'],
        operationId: `delete${name}`,
        summary: 'Delete a job',
        deprecated,
        description: 'Deletes the job and its result, and its audio unless another job uses it.',
        params: withJobId,
        querystring: z.strictObject({ trash: trashParameter.optional() }),
        response: { 202: emptyResponse('The job was deleted.'), ...errorResponses(400, 404) },
      }),
      async (request, reply) => {
        const isToTrash = request.query.trash === 'true'
        if (isToTrash && trashDays === 0) throw invalid(NO_TRASH)
        const removed = await removeJob(parts, request, request.params.id, kind, isToTrash)
        if (removed === null) throw notFound('job')
        if (removed === 'unfinished') throw notDeletable()
        // Its audio may be being transcribed again, which must stop.
        store.wake.notify('cancelled', request.params.id)
        return reply.code(202).send()
      },
    )

    app.get(
      `${path}/:id/file`,
      {
        compress: false,
        ...operation('read', {
          tags: ['jobs'],
          operationId: `download${name}`,
          summary: 'Download the audio of a job',
          deprecated,
          params: withJobId,
          headers: rangeHeader,
          response: { ...fileResponses, ...errorResponses(404, 410, 416) },
        }),
      },
      async (request, reply) => {
        const file = await audioOfJob(store, request.account, request.params.id, kind)
        return sendFile(request, reply, files, file)
      },
    )
  }

  app.post(
    '/v2/jobs/:id/cancel',
    addition('write', {
      tags: ['jobs'],
      operationId: 'cancelJob',
      summary: 'Cancel a job',
      description:
        'Ends a job that is queued or processing, or a live session, whose socket is closed with code 4499. The job then ' +
        'has the status error, `error_code` 499 and `error_message` "cancelled", and can be deleted. Its callback is sent ' +
        'as for other failures.',
      params: withJobId,
      response: { 202: emptyResponse('The job was cancelled.'), ...errorResponses(404, 409) },
    }),
    async (request, reply) => {
      const { id } = request.params
      const state = await store.jobs.state(request.account, id)
      if (state === null) throw notFound('job')
      if (!(await cancel(id, state.kind))) throw drain.aborted ? draining() : hasEnded()
      return reply.code(202).send()
    },
  )

  app.patch(
    '/v2/jobs/:id',
    addition(['read', 'write'], {
      tags: ['jobs'],
      operationId: 'updateJob',
      summary: 'Set the title, tags and speaker names',
      description:
        'Changes the `details` of a job in any status, by a JSON merge patch (RFC 7396): absent fields stay as they are, ' +
        'null removes a field.',
      params: withJobId,
      body: jobDetailsPatch,
      response: {
        200: jsonResponse('The details after the change.', jobDetails),
        ...errorResponses(400, 404, 413, 415),
      },
    }),
    async (request): Promise<JobDetails> => {
      const { account, params, body } = request
      const details = await store.jobs.setDetails(account, params.id, body, callerOf(request).who)
      if (details === null) throw notFound('job')
      return details
    },
  )
}
