import { createdShare, type Share, type ShareList, shareList, shareRequest } from '../../contract/shares.ts'
import { MAX } from '../../contract/limits.ts'
import type { ShareInfo } from '../../store/jobs/share-store.ts'
import { callerOf } from '../authentication/authentication.ts'
import { invalid, notFound, notRedacted, tooManyShares } from '../errors.ts'
import { findTranscript } from '../jobs/job-transcript.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { idOf, withJobId } from '../requests/path-ids.ts'
import { publicBase } from '../requests/public-base.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Seconds by which a rounded time may exceed the end of the audio. */
const ROUNDING = 0.001

const PATH = '/v2/jobs/:id/shares'

const tags = ['shares']

/** Manages links to transcripts. What the links lead to is in `shared.ts`. */
export function shareRoutes(app: App, { store, maker }: Parts): void {
  const { shares } = store

  app.post(
    PATH,
    // Needs `read` because the link shows existing data.
    addition(['read', 'write'], {
      tags,
      operationId: 'createShare',
      summary: 'Share a transcript',
      description:
        'Creates a link that shows the newest transcript of a job that is done, or a part of it, with its audio, to anyone who has the ' +
        'link. It gives access to nothing else. It ends when it expires, when it is revoked, when the job is deleted, and when the ' +
        'user who created it leaves the account.',
      params: withJobId,
      body: shareRequest,
      response: {
        201: jsonResponse('The share, with its link, which is shown only here.', createdShare),
        ...errorResponses(400, 404, 409, 413, 415),
      },
    }),
    async (request, reply) => {
      const { account, params, body } = request
      const made = await maker.make(await findTranscript(store, account, params.id), 'shareable', undefined)
      if (made === null) throw notFound('job')
      const { redacted = made.isRedacted, from, to, download, expires_at: expires } = body
      if (redacted && !made.isRedacted) throw notRedacted()
      if (redacted && body.audio === true)
        throw invalid(
          'audio: contains what was redacted in the transcript: to share it anyway, send redacted: false',
        )
      const faults = [
        ...(from !== null && from >= made.duration ? ['from: must be before the end of the audio'] : []),
        ...(to !== null && to > made.duration + ROUNDING
          ? ['to: must not be after the end of the audio']
          : []),
      ]
      if (faults.length > 0) throw invalid(...faults.map((fault) => `${fault}, ${made.duration}`))
      const created = await shares.create(callerOf(request), params.id, {
        to: to === null ? null : Math.min(to, made.duration),
        ...{ from, download, redacted, audio: body.audio ?? !redacted },
        expiresAt: expires === null ? null : Date.parse(expires),
      })
      if (created === null) throw notFound('job')
      if (created === 'full') throw tooManyShares(MAX.shares)
      const url = `${publicBase(request)}/shared/${created.token}`
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...toShare(created.share), url })
    },
  )

  app.get(
    PATH,
    addition('read', {
      tags,
      operationId: 'listShares',
      summary: 'List the links to a transcript',
      description:
        'The links that were not revoked. `opened_count` counts people who opened the page, not programs that preview links.',
      params: withJobId,
      response: { 200: jsonResponse('The shares.', shareList), ...errorResponses(404) },
    }),
    async ({ account, params }): Promise<ShareList> => {
      const found = await shares.list(account, params.id)
      if (found === null) throw notFound('job')
      return { items: found.map(toShare) }
    },
  )

  app.delete(
    `${PATH}/:share`,
    addition('write', {
      tags,
      operationId: 'revokeShare',
      summary: 'Revoke a link to a transcript',
      description: 'The link stops working at once.',
      params: withJobId.extend({ share: idOf('share') }),
      response: { 204: emptyResponse('The link was revoked.'), ...errorResponses(404) },
    }),
    async ({ account, params }, reply) => {
      if (!(await shares.revoke(account, params.id, params.share))) throw notFound('share')
      return reply.code(204).send()
    },
  )
}

function toShare(share: ShareInfo): Share {
  const { id, from, to, audio, download, redacted, createdBy, createdAt, expiresAt } = share
  return {
    ...{ id, from, to, audio, download, redacted, created_by: createdBy },
    created_at: new Date(createdAt).toISOString(),
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    opened_count: share.openedCount,
    last_opened_at: share.lastOpenedAt === null ? null : new Date(share.lastOpenedAt).toISOString(),
  }
}
