import { bulkFilters, parseBulkFilter } from '../../contract/bulk-filter.ts'
import { type FeatureParams, unavailableFeatures } from '../../contract/features/fields.ts'
import {
  type Retranscription,
  retranscription,
  type RetranscriptionPage,
  retranscriptionPage,
  retranscriptionQuery,
  type RetranscriptionRequest,
  retranscriptionRequest,
  type RetranscriptionRun,
  retranscriptionRun,
  retranscriptionRunList,
  type RetranscriptionRunList,
} from '../../contract/retranscription.ts'
import type { BulkRequest } from '../../jobs/bulk-request.ts'
import { unpacked } from '../../jobs/compressed.ts'
import type { Retranscription as Stored } from '../../jobs/retranscription.ts'
import { traced } from '../../platform/tracing.ts'
import { acceptRetranscription } from '../../transcripts/accept-retranscription.ts'
import { callerOf } from '../authentication/authentication.ts'
import { beginBulkRequest, MAX_LISTED, shownRequest } from '../jobs/bulk-requests.ts'
import {
  audioExpired,
  invalid,
  isPending,
  liveAudio,
  notDone,
  notFound,
  notReady,
  tooManyRevisions,
  unreadableRequest,
} from '../errors.ts'
import { findTranscript } from '../jobs/job-transcript.ts'
import { newestTranscript } from '../jobs/new-revision.ts'
import { nextPage } from '../lists/next-page.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId, withJobId } from '../requests/path-ids.ts'
import { publicBase } from '../requests/public-base.ts'
import { queryPairs } from '../requests/request-url.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'
import { revisionTag } from '../jobs/revision-tag.ts'
import { parseRequest } from '../requests/validation.ts'

const tags = ['jobs']

/** Transcribes the audio of jobs again, and accepts or discards the new transcripts. */
export function retranscriptionRoutes(app: App, parts: Parts): void {
  const { store, maker, work, capabilities } = parts
  const { retranscriptions, bulkRequests, jobs, wake } = store
  const checkFeatures = async (body: RetranscriptionRequest) => {
    const problems = unavailableFeatures(
      body as FeatureParams,
      await capabilities(),
      body.language_config?.languages ?? [],
    )
    if (problems.length > 0) throw invalid(...problems)
  }

  app.post(
    '/v2/jobs/:id/retranscribe',
    addition(['read', 'write'], {
      tags,
      operationId: 'retranscribeJob',
      summary: 'Transcribe the audio of a job again',
      description:
        'Recognises the audio of a file again with the current models and the current vocabulary of the account, as originally requested except ' +
        'for the fields given here. It waits behind the other files of the account. The job does not change in the meantime; its new transcript ' +
        'waits to be accepted or discarded. Only the transcript is created anew; no callback is sent, and minutes of audio are not counted again.',
      params: withJobId,
      body: retranscriptionRequest,
      response: {
        202: jsonResponse('The audio will be transcribed again.', retranscription),
        ...errorResponses(400, 404, 409, 410, 413, 415),
      },
    }),
    async (request, reply) => {
      const { account, params, body } = request
      const { id } = params
      await checkFeatures(body)
      const by = callerOf(request).who
      const refused = await traced('job retranscribe', { kind: 'producer' }, async (span) => {
        span.set({ 'scriptorium.job.id': id })
        return retranscriptions.request(account, id, { options: body, by, trace: span.context })
      })
      if (refused === undefined) throw notFound('job')
      if (refused === 'not done') throw notDone((await jobs.state(account, id))?.status ?? 'error')
      if (refused === 'live') throw liveAudio()
      if (refused === 'no audio') throw audioExpired()
      if (refused === 'unreadable') throw unreadableRequest()
      if (refused === 'pending') throw isPending()
      wake.notify('work')
      return reply.code(202).send(await shown(account, id))
    },
  )

  app.get(
    '/v2/jobs/:id/retranscription',
    addition('read', {
      tags,
      operationId: 'getRetranscription',
      summary: 'Fetch the progress of transcribing a job again, and what would change',
      description:
        'Once the new transcript is ready, `difference` shows word by word what accepting it would change in the newest revision. Corrections are ' +
        'carried over: if the neighbouring words are recognised again, the correction replaces what is between them; otherwise the old text of ' +
        'the utterance is kept and marked. Returns 404 once the new transcript has been accepted or discarded.',
      params: withJobId,
      response: { 200: jsonResponse('The retranscription.', retranscription), ...errorResponses(404) },
    }),
    async ({ account, params: { id } }) => shown(account, id),
  )

  app.post(
    '/v2/jobs/:id/retranscription/accept',
    addition(['read', 'write'], {
      tags,
      operationId: 'acceptRetranscription',
      summary: 'Accept the new transcript of a job',
      description:
        'Adds the new transcript as a revision, with the corrections of the newest one, unless nothing differs. The title, tags and speaker names ' +
        'are kept; speakers get the numbers of those who spoke at the same time before. Earlier revisions are kept as well: to undo this, send ' +
        'the utterances of one of them as a correction.',
      params: withJobId,
      response: { 200: newestTranscript, ...errorResponses(402, 404, 409) },
    }),
    async (request, reply) => {
      const { id } = await findTranscript(store, request.account, request.params.id)
      const by = callerOf(request).who
      const accepted = await acceptRetranscription(store, maker, { account: request.account, id, by })
      if (accepted === null) throw notReady()
      if (accepted === 'full') throw tooManyRevisions()
      reply.header('etag', revisionTag(accepted.revision))
      return reply.type('application/json; charset=utf-8').send(unpacked(accepted.transcription))
    },
  )

  app.delete(
    '/v2/jobs/:id/retranscription',
    addition('write', {
      tags,
      operationId: 'discardRetranscription',
      summary: 'Discard the new transcript of a job, or stop making it',
      params: withJobId,
      response: { 204: emptyResponse('The new transcript was discarded.'), ...errorResponses(404) },
    }),
    async ({ account, params: { id } }, reply) => {
      if (!(await retranscriptions.remove(account, id))) throw notFound('retranscription')
      wake.notify('cancelled', id)
      return reply.code(204).send()
    },
  )

  app.get(
    '/v2/retranscriptions',
    addition('read', {
      tags,
      operationId: 'listRetranscriptions',
      summary: 'List the jobs that are being transcribed again',
      description: 'Includes jobs whose new transcript is waiting to be accepted. Newest jobs first.',
      querystring: retranscriptionQuery,
      response: { 200: jsonResponse('A page of jobs.', retranscriptionPage), ...errorResponses(400) },
    }),
    async (request): Promise<RetranscriptionPage> => {
      const { job_id, status, before = null, limit } = request.query
      const window = { jobId: job_id ?? null, state: status ?? null, before, limit: limit + 1 }
      const found = await retranscriptions.page(request.account, window)
      const path = `${publicBase(request)}/v2/retranscriptions`
      const page = nextPage(found, path, { job_id, status, limit }, ({ ordinal }) => ({ before: ordinal }))
      return { next: page.next, items: page.shown.map(commonFields) }
    },
  )

  app.post(
    '/v2/jobs/retranscribe',
    {
      ...addition('write', {
        tags,
        operationId: 'retranscribeJobs',
        summary: 'Transcribe the audio of many jobs again',
        description:
          'Transcribes all files that are done and match all filters again, in the background, like `POST /v2/jobs/{id}/retranscribe` for one job. Jobs ' +
          'without audio, and those already being transcribed again, are left unchanged. At least one filter is required; other parameters ' +
          'and empty values are rejected.',
        querystring: bulkFilters,
        body: retranscriptionRequest,
        response: {
          202: jsonResponse('The jobs will be transcribed again.', retranscriptionRun),
          ...errorResponses(400, 413, 415),
        },
      }),
      // Parameters have several spellings, see `parseListQuery`.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const options = parseRequest(retranscriptionRequest, request.body)
      const parsed = parseBulkFilter(queryPairs(request.url))
      if (!parsed.ok) throw invalid(...parsed.faults)
      const { filter } = parsed
      await checkFeatures(options)
      const begun = await beginBulkRequest(parts, request, { kind: 'retranscribe', options, filter })
      return reply.code(202).send(toRun(begun))
    },
  )

  app.get(
    '/v2/retranscription-runs',
    addition('read', {
      tags,
      operationId: 'listRetranscriptionRuns',
      summary: 'List requests to transcribe many jobs again',
      description: 'Requests are listed for at least 30 days.',
      response: { 200: jsonResponse('The runs.', retranscriptionRunList), ...errorResponses() },
    }),
    async ({ account }): Promise<RetranscriptionRunList> => ({
      items: (await bulkRequests.newest(account, 'retranscribe', MAX_LISTED)).map(toRun),
    }),
  )

  app.get(
    '/v2/retranscription-runs/:id',
    addition('read', {
      tags,
      operationId: 'getRetranscriptionRun',
      summary: 'Fetch the progress of a request to transcribe many jobs again',
      params: withId('retranscription run'),
      response: { 200: jsonResponse('The run.', retranscriptionRun), ...errorResponses(404) },
    }),
    async ({ account, params }): Promise<RetranscriptionRun> => {
      const found = await bulkRequests.get(account, 'retranscribe', params.id)
      if (found === null) throw notFound('retranscription run')
      return toRun(found)
    },
  )

  /** @throws {RequestError} 404 if there is none */
  async function shown(account: number, id: string): Promise<Retranscription> {
    const found = await retranscriptions.get(account, id)
    if (found === null) throw notFound('retranscription')
    const { params, state } = found
    const progress =
      state === 'running' ? (work?.progress(id) ?? (await store.queue.progress(id)))?.fraction : undefined
    const difference = state === 'ready' ? await differenceOf(account, id) : null
    return {
      ...commonFields(found),
      params,
      fraction: state === 'running' ? Math.floor((progress ?? 0) * 1000) / 1000 : null,
      difference,
    }
  }

  async function differenceOf(account: number, id: string): Promise<Retranscription['difference']> {
    const found = await findTranscript(store, account, id)
    const proposal = await retranscriptions.proposal(account, id)
    const made = proposal && (await maker.make(found, 'difference', proposal))
    return made && { revision: found.revision, ...made }
  }
}

function commonFields({ jobId, state, isAccepted, error, requestedBy, ...times }: Stored) {
  const { createdAt, completedAt } = times
  return {
    job_id: jobId,
    status: ({ waiting: 'queued', running: 'processing', ready: 'ready', failed: 'failed' } as const)[state],
    accept: isAccepted,
    error,
    requested_by: requestedBy,
    created_at: new Date(createdAt).toISOString(),
    completed_at: completedAt === null ? null : new Date(completedAt).toISOString(),
  }
}

function toRun(request: BulkRequest<'retranscribe'>): RetranscriptionRun {
  return shownRequest(request, { requested: request.handled })
}
