import { accountEvent, eventsQuery } from '../../contract/events.ts'
import { callerOf, isStillAllowed } from '../authentication.ts'
import { notFound } from '../errors.ts'
import { EventStreams, MAX_STREAMS } from '../event-streams.ts'
import { jobProgress } from '../job-progress.ts'
import { addition } from '../operation.ts'
import type { App, Parts } from '../parts.ts'
import { type ApiResponse, errorResponses } from '../responses.ts'

const DESCRIPTION =
  'Server-sent events, as for the `EventSource` of browsers, for as long as the client reads them: that the jobs of the account ' +
  'have changed, and how far one job is. Between two events a client may miss states, never the newest one. The stream ends ' +
  'when the key or the console session does, and when the service is stopped: connect again, and all that counts is sent anew. ' +
  `An account may have ${MAX_STREAMS} streams at a time with each process of the service.`

const eventStream: ApiResponse = {
  description: 'The events.',
  content: { 'text/event-stream': { schema: accountEvent } },
}

/** Tells clients what changes, without being asked again and again. */
export function eventRoute(app: App, parts: Parts): void {
  const streams = new EventStreams(parts)
  app.get(
    '/v2/events',
    {
      // What is compressed is held back until there is more of it.
      compress: false,
      ...addition('read', {
        tags: ['jobs'],
        operationId: 'followEvents',
        summary: 'Follow the jobs of the account',
        description: DESCRIPTION,
        querystring: eventsQuery,
        response: {
          200: eventStream,
          ...errorResponses(400, 404),
        },
      }),
    },
    async (request, reply) => {
      const { account, query } = request
      const { job: id } = query
      const { jobChanges: changes } = callerOf(request)
      const progress = id === undefined ? null : await jobProgress(parts, account, id)
      if (id !== undefined && progress === null) throw notFound('job')
      const stream = streams.open({
        account,
        changes,
        job: id === undefined || progress === null ? null : { id, progress },
        isAllowed: async () => isStillAllowed(request, parts),
      })
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          // Of nginx, which would collect events.
          .header('x-accel-buffering', 'no')
          .send(stream)
      )
    },
  )
}
