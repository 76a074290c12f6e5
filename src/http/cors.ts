/** Cross-origin requests of browsers, see https://fetch.spec.whatwg.org/#http-cors-protocol */
import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
/** Headers of responses that scripts may read, besides those that they always may. */
const EXPOSED = [
  'accept-ranges',
  'content-disposition',
  'content-range',
  'deprecation',
  'etag',
  'link',
  'retry-after',
  'www-authenticate',
  'x-total-count',
].join(', ')
/** Seconds for which a browser remembers a preflight: the most that Chromium does. */
const MAX_AGE = '7200'

/**
 * Lets pages of some origins use the API: with a key that they send, never with cookies. Added before other hooks, so that
 * browsers show them errors too.
 * @param origins such as `https://app.example.com`; `*` allows every page
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const any = origins.includes('*')
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const { origin, ...headers } = request.headers
    if (!any) reply.header('vary', 'origin')
    if (origin === undefined || !(any || origins.includes(origin))) return
    reply.header('access-control-allow-origin', any ? '*' : origin)
    reply.header('access-control-expose-headers', EXPOSED)
    if (request.method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    const asked = headers['access-control-request-headers']
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    reply.header('access-control-allow-methods', METHODS).header('access-control-max-age', MAX_AGE)
    return reply.code(204).send()
  })
}
