import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { asJson } from '../../contract/custom-metadata.ts'
import { livePatch } from '../../contract/live-request.ts'
import type { JobStore } from '../../jobs/job-store.ts'
import { notFound, tooLarge } from '../errors.ts'
import { knownId } from '../known-id.ts'
import { emptyAnswer, errorAnswers } from '../openapi.ts'

/** Bytes of post_session_metadata as JSON. */
const MAX_METADATA_BYTES = 100_000

/** What is particular to jobs of live sessions. */
export function liveRoutes(app: FastifyInstance, { jobs }: { jobs: JobStore }): void {
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
