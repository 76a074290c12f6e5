import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { asJson, metadataLimit } from '../../contract/custom-metadata.ts'
import { liveParamsOf, livePatch, liveQuery, liveRequest, liveSession } from '../../contract/live-request.ts'
import type { JobStore } from '../../jobs/job-store.ts'
import { TooManySessionsError } from '../../jobs/live-store.ts'
import type { LiveSessions } from '../../live/sessions.ts'
import { notFound, tooLarge, tooManySessions } from '../errors.ts'
import { knownId } from '../known-id.ts'
import { LIVE_PATH } from '../live-socket.ts'
import { answer, emptyAnswer, errorAnswers } from '../openapi.ts'
import { publicBase } from '../public-base.ts'

/** Bytes of post_session_metadata as JSON. */
const MAX_METADATA_BYTES = 100_000

export interface LiveRoutesParts {
  readonly jobs: JobStore
  readonly live: LiveSessions
  readonly publicUrl: string | null
  readonly maxMetadataCharacters: number
}

const SOCKET = `
Answers where the session's WebSocket is: open \`url\` as it is, without a header or a subprotocol. Whoever has the URL
needs no key; it lets into this session and into nothing else.

Send audio as binary frames, or as \`LiveClientFrame\`s in JSON, of any size and cut anywhere. A WAV header at the start
is left out. What comes back are \`LiveServerFrame\`s in JSON, as \`messages_config\` asks for them: \`start_session\`,
\`start_recording\`, then acknowledgements, speech, transcripts and what is found in them as they arise; after
\`stop_recording\` the rest of them, \`end_recording\`, \`post_*\`, \`end_session\`. Then the socket is closed with 1000.

To resume after a broken connection, open the same URL again, and go on behind the last acknowledged byte: messages
that may not have arrived come again, byte ranges go on. Closing with 1000 means stop. The other close codes: 4401 bad or
expired token, 4404 the session was deleted, 4408 no frame for too long, 4409 the session is over or was taken over by a
newer connection, 4413 a frame was too large, 4400 too many malformed frames; 1011, 1012 and 1013 are worth a retry.
`

/** What is particular to jobs of live sessions. */
export function liveRoutes(app: FastifyInstance, parts: LiveRoutesParts): void {
  const { jobs, live, publicUrl, maxMetadataCharacters } = parts
  app.withTypeProvider<ZodTypeProvider>().post(
    LIVE_PATH,
    {
      schema: {
        tags: ['jobs'],
        summary: 'Open a live session',
        description: SOCKET,
        querystring: liveQuery,
        body: liveRequest.check(metadataLimit(maxMetadataCharacters)),
        response: {
          201: answer('The job is kept, and waits for its socket.', liveSession),
          ...errorAnswers(400, 413, 415, 429, 503),
        },
      },
      // Nothing is required, not even a body.
      preValidation: (request: { body?: unknown }, _reply, done) => {
        request.body ??= {}
        done()
      },
    },
    async (request, reply) => {
      const { body, account } = request
      const base = publicBase(publicUrl, request).replace(/^http/, 'ws')
      try {
        const job = { params: liveParamsOf(body), customMetadata: body.custom_metadata ?? null }
        const { id, createdAt, token } = await live.create(account, job)
        const created_at = new Date(createdAt).toISOString()
        return await reply.code(201).send({ id, created_at, url: `${base}${LIVE_PATH}?token=${token}` })
      } catch (error) {
        throw error instanceof TooManySessionsError ? tooManySessions() : error
      }
    },
  )

  app.withTypeProvider<ZodTypeProvider>().patch(
    '/v2/live/:id',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Set post_session_metadata of a live job',
        params: z.object({ id: z.string().describe('Id of the job.') }),
        body: livePatch,
        response: { 204: emptyAnswer('It is set.'), ...errorAnswers(400, 404, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const metadata = asJson(request.body.post_session_metadata)
      if (metadata === null || Buffer.byteLength(metadata) > MAX_METADATA_BYTES) {
        throw tooLarge(`post_session_metadata may have at most ${MAX_METADATA_BYTES} bytes`)
      }
      const found = await jobs.setPostSessionMetadata(
        request.account,
        knownId(request.params.id, 'job'),
        metadata,
      )
      if (!found) throw notFound('job')
      return reply.code(204).send()
    },
  )
}
