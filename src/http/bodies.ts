/** Which bodies of requests are read, and how. */
import type { FastifyInstance } from 'fastify'
import { parseBody } from '../contract/exact-json.ts'
import { invalid } from './errors.ts'

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

/** For operations without a body: one that is sent nevertheless is not read, whatever its content type. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  // Fastify rejects an invalid one before it chooses a parser.
  app.addHook('onRequest', (request, _reply, done) => {
    delete request.raw.headers['content-type']
    done()
  })
}
