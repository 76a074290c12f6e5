import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/**
 * Allows pages of the given origins to use the API with a key, but never with cookies. Await it before adding other hooks, so that
 * pages can read their errors too.
 * @param origins such as `https://app.example.com`; `*` allows every page
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // In addition to the headers that scripts may always read.
    exposedHeaders: [
      'accept-ranges',
      'content-disposition',
      'content-range',
      'deprecation',
      'etag',
      'idempotent-replayed',
      'link',
      'ratelimit',
      'ratelimit-policy',
      'retry-after',
      'www-authenticate',
      'x-total-count',
    ],
    // Seconds for which browsers cache a preflight: the maximum in Chromium.
    maxAge: 7200,
    strictPreflight: false,
  })
}
