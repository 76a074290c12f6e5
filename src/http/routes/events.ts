import { isPlaceOf, parseChangeCursor } from '../../contract/change-cursor.ts'
import { accountEvent, eventsHeaders, eventsQuery } from '../../contract/events.ts'
import { isStillAllowed } from '../authentication/authentication.ts'
import { changesRestored, invalid, notFound } from '../errors.ts'
import { EventStreams, MAX_STREAMS, MAX_STREAMS_OF_JOBS } from '../events/event-streams.ts'
import { jobProgress } from '../jobs/job-progress.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { type ApiResponse, errorResponses } from '../openapi/responses.ts'

const DESCRIPTION =
  'A stream of server-sent events, for example for the `EventSource` of browsers: which jobs of the account were created, changed or ' +
  'deleted, and the progress of one job. The id of each `job` event is the cursor after it: a client that reconnects with the last id ' +
  'misses nothing. A slow client may miss intermediate states, but never the newest one. The stream ends when the key or the console ' +
  `session ends, and when the service stops. An account can have ${MAX_STREAMS} streams at a time with each process of the service, ` +
  `${MAX_STREAMS_OF_JOBS} of them with the parameter \`job\`.`

const eventStream: ApiResponse = {
  description: 'The events.',
  content: { 'text/event-stream': { schema: accountEvent } },
}

/** Sends changes to clients, so that they need not poll. */
export function eventRoute(app: App, parts: Parts): void {
  const streams = new EventStreams(parts)

  async function placesFor(account: number, cursor: string | undefined) {
    const newest = await parts.store.jobs.newestChange(account)
    if (cursor === undefined) return { newest, place: newest }
    const place = parseChangeCursor(cursor)
    if (place === null) throw invalid('after: must be the id of an event, or the next of a page of changes')
    if (!isPlaceOf(newest, place)) throw changesRestored()
    return { newest, place }
  }

  app.get(
    '/v2/events',
    {
      // Compression would hold back events until there are more of them.
      compress: false,
      ...addition('read', {
        tags: ['jobs'],
        operationId: 'followEvents',
        summary: 'Follow the jobs of the account',
        description: DESCRIPTION,
        querystring: eventsQuery,
        headers: eventsHeaders,
        response: {
          200: eventStream,
          ...errorResponses(400, 404, 410),
        },
      }),
    },
    async (request, reply) => {
      const { account, query, headers } = request
      const { job: id } = query
      const places = await placesFor(account, headers['last-event-id'] ?? query.after)
      const progress = id === undefined ? null : await jobProgress(parts, account, id)
      if (id !== undefined && progress === null) throw notFound('job')
      const stream = streams.open({
        account,
        ...places,
        job: id === undefined || progress === null ? null : { id, progress },
        isAllowed: async () => isStillAllowed(request, parts),
      })
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          // Keeps nginx from buffering events.
          .header('x-accel-buffering', 'no')
          .send(stream)
      )
    },
  )
}
