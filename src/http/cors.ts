import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of some origins use the API: with a key that they send, never with cookies. Awaited before other hooks are
 * added, so that browsers show their errors too.
 * @param origins such as `https://app.example.com`; `*` allows every page
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Besides those that scripts may always read.
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
    // Seconds for which a browser remembers a preflight: the most that Chromium does.
    maxAge: 7200,
    strictPreflight: false,
  })
}
