/** Which bodies of requests are read, and how. */
import type { FastifyInstance } from 'fastify'
import { parseBody } from '../../contract/exact-json.ts'
import { invalid } from '../errors.ts'

/** Accepts JSON, also an empty body: some clients send its content type with every request. */
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

/** Lets an operation without a body ignore one that is sent nevertheless, whatever its content type: it is not read. */
export function ignoreUnexpectedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions, raw: { headers } }, _reply, done) => {
    if (routeOptions.schema?.body === undefined)
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name]
    done()
  })
}
