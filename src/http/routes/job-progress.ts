import { type JobProgress, jobProgress } from '../../contract/progress.ts'
import { notFound } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../path-ids.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

export function jobProgressRoute(app: App, { store, work }: Parts): void {
  app.get(
    '/v2/jobs/:id/progress',
    {
      config: { scope: 'read', isAddition: true },
      schema: {
        tags: ['jobs'],
        operationId: 'getJobProgress',
        summary: 'Fetch the progress of a job',
        description: 'Cheaper to poll than the job.',
        params: withJobId,
        response: { 200: jsonResponse('The progress.', jobProgress), ...errorResponses(404) },
      },
    },
    async (request): Promise<JobProgress> => {
      const { id } = request.params
      const state = await store.jobs.state(request.account, id)
      if (state === null) throw notFound('job')
      const { kind, status } = state
      const unknown = { status, stage: null, fraction: null, queue_position: null, eta_seconds: null }
      if (status === 'error') return unknown
      if (status === 'done') return { ...unknown, fraction: 1, eta_seconds: 0 }
      if (kind === 'live') return { ...unknown, stage: status === 'processing' ? 'live' : null }
      const current = work?.progress(id) ?? (await store.work.progress(id))
      if (current === null)
        return { ...unknown, fraction: 0, queue_position: await store.work.queuePosition(id) }
      const { stage, fraction, etaSeconds } = current
      return {
        ...unknown,
        stage,
        fraction: Math.floor(fraction * 1000) / 1000,
        eta_seconds: etaSeconds === null ? null : Math.ceil(etaSeconds),
      }
    },
  )
}
