/** How request bodies are parsed, and which are ignored. */
import type { FastifyInstance } from 'fastify'
import { parseBody } from '../../contract/exact-json.ts'
import { invalid } from '../errors.ts'

/** Accepts JSON, including an empty body: some clients send the content type with every request. */
export function acceptEmptyJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body: string, done) => {
    try {
      // Some clients send a byte order mark.
      done(null, body === '' ? undefined : parseBody(body.replace(/^\uFEFF/, '')))
    } catch (error) {
      done(invalid(`body: is not valid JSON: ${(error as SyntaxError).message}`))
    }
  })
  app.removeContentTypeParser('text/plain')
}

/** Ignores bodies, of any content type, that are sent to operations without one. They are not read. */
export function ignoreUnexpectedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions, raw: { headers } }, _reply, done) => {
    if (routeOptions.schema?.body === undefined)
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name]
    done()
  })
}
