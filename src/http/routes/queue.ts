import {
  jobPriority,
  type JobPrioritySet,
  jobPrioritySet,
  MAX_REQUEUED,
  type Requeued,
  requeued,
} from '../../contract/queue.ts'
import { LimitError } from '../../jobs/limits.ts'
import { traced } from '../../platform/tracing.ts'
import { audioExpired, hasEnded, hasNotFailed, noQueue, notFound } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Changes the order of waiting jobs, and queues failed jobs again. */
export function queueRoutes(app: App, { store }: Parts): void {
  const { failedJobs, jobs, queue, wake } = store
  const requeue = async (account: number, id: string) =>
    traced('job requeue', { kind: 'producer' }, async (span) => {
      span.set({ 'scriptorium.job.id': id })
      return failedJobs.requeue(account, id, span.context)
    })

  app.put(
    '/v2/jobs/:id/priority',
    addition('write', {
      tags: ['jobs'],
      operationId: 'setJobPriority',
      summary: 'Set the priority of a job',
      description:
        'Changes which of the waiting files of the account are processed first. The priority of a file in progress matters only if it has to ' +
        'start again. The order of accounts does not change.',
      params: withJobId,
      body: jobPriority,
      response: {
        200: jsonResponse('The priority.', jobPrioritySet),
        ...errorResponses(400, 404, 409, 413, 415),
      },
    }),
    async ({ account, params: { id }, body }): Promise<JobPrioritySet> => {
      const state = await jobs.state(account, id)
      if (state === null) throw notFound('job')
      if (state.kind === 'live') throw noQueue()
      const priority = await queue.setPriority(account, id, body.priority)
      if (priority === null) throw hasEnded()
      return { priority }
    },
  )

  app.post(
    '/v2/jobs/:id/requeue',
    addition('write', {
      tags: ['jobs'],
      operationId: 'requeueJob',
      summary: 'Queue a failed job again',
      description:
        'Runs a failed job again, with the same id and request, from the stored audio or, if that was never fetched, from its URL. It goes to ' +
        'the end of the queue. Its callback is sent when it ends again, with a new `webhook-id`; deliveries for its failure are deleted. Its ' +
        'minutes are not counted again.',
      params: withJobId,
      response: { 202: emptyResponse('The job is queued.'), ...errorResponses(404, 409, 410) },
    }),
    async ({ account, params: { id } }, reply) => {
      const outcome = await requeue(account, id)
      if (outcome === null) throw notFound('job')
      if (outcome === 'not failed') throw hasNotFailed()
      if (outcome === 'no audio') throw audioExpired()
      wake.notify('work')
      return reply.code(202).send()
    },
  )

  app.post(
    '/v2/jobs/requeue',
    addition('write', {
      tags: ['jobs'],
      operationId: 'requeueFaults',
      summary: 'Queue all jobs again that failed because of the service',
      description:
        `Queues at most ${MAX_REQUEUED} files again whose \`error_code\` is 500 or higher, oldest first: the service was at fault, or gave up ` +
        'after several attempts. Jobs whose audio was deleted are left unchanged. Stops at the limit of open jobs; if the limit has already ' +
        'been reached, the request is refused with 429.',
      response: { 200: jsonResponse('The number of jobs queued.', requeued), ...errorResponses() },
    }),
    async ({ account }): Promise<Requeued> => {
      const ids = await failedJobs.faults(account, MAX_REQUEUED + 1)
      let count = 0
      const answer = (more: boolean) => {
        if (count > 0) wake.notify('work')
        return { requeued: count, more }
      }
      for (const id of ids.slice(0, MAX_REQUEUED)) {
        try {
          if ((await requeue(account, id)) === 'requeued') count++
        } catch (error) {
          if (count > 0 && error instanceof LimitError) return answer(true)
          throw error
        }
      }
      return answer(ids.length > MAX_REQUEUED)
    },
  )
}
