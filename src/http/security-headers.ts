/** Headers by which browsers keep answers from pages that they are not for. */
import type { FastifyInstance } from 'fastify'

/** An answer is what its type says, and no page of another origin gets it without CORS, on another port of the same host neither. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Sends them with every answer. */
export function secureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
}

/**
 * Lets no cache but that of the client keep an answer of a route of `app`, and that not use it without asking: the key or the
 * console session may have ended since. Answers to admins may have secrets, and are not kept at all. Routes may say otherwise.
 */
export function limitCaching(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    reply.header('cache-control', routeOptions.config.scope === 'admin' ? 'no-store' : 'private, no-cache')
    done()
  })
}
