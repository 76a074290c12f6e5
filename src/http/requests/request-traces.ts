import type { FastifyInstance } from 'fastify'
import { isTracing, receivedContext, type Span, startSpan } from '../../platform/tracing.ts'
import { loggedPath } from './request-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a request that is not traced. */
    span?: Span
  }
}

/** Traces requests to the routes of `app`, if tracing is enabled. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  app.addHook('onRequest', (request, { raw }, done) => {
    const { id, method, headers, protocol, hostname } = request
    const route = request.routeOptions.url ?? null
    const span = startSpan(`${method} ${route ?? ''}`, {
      kind: 'server',
      parent: receivedContext(headers),
      attributes: {
        'http.request.method': method,
        'http.route': route ?? '',
        'url.scheme': protocol,
        'url.path': loggedPath(request.url, route),
        'server.address': hostname,
        'scriptorium.request.id': id,
      },
    })
    request.span = span
    raw.once('close', () => {
      const { statusCode } = raw
      if (raw.headersSent) span.set({ 'http.response.status_code': statusCode })
      if (!raw.writableFinished) span.fail('aborted')
      else if (statusCode >= 500) span.fail(statusCode)
      span.end()
    })
    span.within(done)
  })
  // The body is received outside the context of the span, which is restored here.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === undefined) done()
    else request.span.within(done)
  })
}
