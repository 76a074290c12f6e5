import { asJson, customMetadataLimit } from '../../contract/custom-metadata.ts'
import { callerOf } from '../authentication/authentication.ts'
import { isAnyRequested } from '../../contract/features/fields.ts'
import {
  liveParamsOf,
  livePatch,
  liveQuery,
  liveRequest,
  liveSession,
  unavailableLiveFeatures,
} from '../../contract/live-request.ts'
import type { KeyedRequest } from '../../jobs/idempotency.ts'
import type { CreatedSession } from '../../live/sessions.ts'
import { fullOfSessions, invalid, notFound, paused, privateUrl, tooLarge } from '../errors.ts'
import { traced } from '../../platform/tracing.ts'
import { createOnce, idempotencyHeader, REPLAYED } from '../idempotency.ts'
import { operation, routine } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { LIVE_PATH } from '../live-socket.ts'
import { jsonResponse, emptyResponse, errorResponses } from '../openapi/responses.ts'
import { publicBase } from '../requests/public-base.ts'
import { collectWarnings, warningsIn } from '../requests/validation.ts'

/** Maximum size of post_session_metadata as JSON. */
const MAX_METADATA_BYTES = 100_000

const SOCKET = `
Returns the URL of the session's WebSocket. Open \`url\` as returned, without headers or a subprotocol. The URL contains a
token that gives access to this session only, without a key.

Send audio as binary frames, or as \`LiveClientFrame\`s in JSON. A frame may have any size and may end in the middle of a sample. A
WAV header at the start is skipped. The server sends \`LiveServerFrame\`s in JSON, as selected in \`messages_config\`:
\`start_session\` and \`start_recording\`; then acknowledgements, speech events, transcripts and real-time results as they arise; and
after \`stop_recording\`, the remaining ones, \`end_recording\`, \`post_*\` and \`end_session\`. It then closes the socket with
code 1000.

To resume after a lost connection, open the same URL again and continue after the last acknowledged byte. Byte ranges
continue, and messages that may have been lost are sent again. A session that reaches its maximum duration or a limit of the account is
stopped: the client receives an \`error\` that says so, followed by the messages that follow \`stop_recording\`. If the client closes the
socket with 1000, the recording stops.

Other close codes: 4400 too many malformed frames; 4401 the token is invalid, the key that opened the session was revoked or has
expired, or its user may no longer open live sessions; 4404 the session was deleted; 4408 no frame was received for too long; 4409 the
session is over or was taken over by a newer connection; 4413 a frame was too large; 4499 the session was cancelled. After 1011, 1012
(the server is stopping, or the session has moved to another server) and 1013 (try again, for example while another server still has
the session), reconnect to the same URL.
`

/** Opens live sessions, and sets the metadata of their jobs. */
export function liveRoutes(app: App, parts: Parts): void {
  const { store, live, nodeState, isFull, maxMetadataCharacters, capabilities, isPrivate } = parts
  app.post(
    LIVE_PATH,
    {
      ...routine(
        operation('live', {
          tags: ['jobs'],
          operationId: 'createLive',
          summary: 'Open a live session',
          description: SOCKET,
          querystring: liveQuery,
          headers: idempotencyHeader,
          body: liveRequest.check(customMetadataLimit(maxMetadataCharacters)),
          response: {
            201: jsonResponse('The session was created.', liveSession, REPLAYED),
            ...errorResponses(400, 402, 409, 413, 415, 422),
          },
        }),
      ),
      preValidation: [
        collectWarnings,
        // All fields are optional, and so is the body.
        (request: { body?: unknown }, _reply, done) => {
          request.body ??= {}
          done()
        },
      ],
    },
    async (request, reply) => {
      const { body, account } = request
      const { key, user } = callerOf(request)
      const base = publicBase(request).replace(/^http/, 'ws')
      const create = async (keyed: KeyedRequest<CreatedSession> | null) => {
        const params = liveParamsOf(body)
        const isAny = isAnyRequested(params.realtime_processing) || isAnyRequested(params.post_processing)
        const problems = isAny ? unavailableLiveFeatures(params, await capabilities()) : []
        if (problems.length > 0) throw invalid(...problems)
        const callbackUrl = params.callback_config?.url
        if (callbackUrl !== undefined && isPrivate(callbackUrl)) throw privateUrl('callback_config.url')
        if (nodeState() !== 'running') throw paused()
        if (isFull()) throw fullOfSessions()
        const job = {
          params,
          withoutVocabulary: body.realtime_processing.custom_vocabulary === false,
          customMetadata: body.custom_metadata ?? null,
          key,
          user,
        }
        return traced('job create', { kind: 'producer' }, async (span) => {
          const session = await live.create(account, { ...job, trace: span.context }, keyed)
          span.set({ 'scriptorium.job.id': session.id })
          return session
        })
      }
      const answer = ({ id, createdAt, token }: CreatedSession) => ({
        id,
        created_at: new Date(createdAt).toISOString(),
        url: `${base}${LIVE_PATH}?token=${token}`,
        ...warningsIn(request),
      })
      return reply.code(201).send(await createOnce(request, reply, { store, answer, create }))
    },
  )

  app.patch(
    '/v2/live/:id',
    operation('write', {
      tags: ['jobs'],
      operationId: 'updateLive',
      summary: 'Set post_session_metadata',
      params: withJobId,
      body: livePatch,
      response: { 204: emptyResponse('The metadata was set.'), ...errorResponses(400, 404, 413, 415) },
    }),
    async (request, reply) => {
      const metadata = asJson(request.body.post_session_metadata)
      if (metadata === null || Buffer.byteLength(metadata) > MAX_METADATA_BYTES) {
        throw tooLarge(`post_session_metadata may have at most ${MAX_METADATA_BYTES} bytes`)
      }
      const found = await store.jobs.setPostSessionMetadata(request.account, request.params.id, metadata)
      if (!found) throw notFound('job')
      return reply.code(204).send()
    },
  )
}
