import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { webhooks } from './webhooks.ts'
import { transform, transformObject } from './transform.ts'

const INTRODUCTION = `
A self-hosted transcription service.

Send your key in the header \`x-service-key\`, or as \`Authorization: Bearer <key>\`. Times are in seconds, confidences
from 0 to 1, timestamps ISO 8601 in UTC with milliseconds. A request that fails returns an \`ErrorBody\`, whose
\`request_id\` is also in the log of the service. A trailing slash in a path makes no difference.

A key has scopes: \`read\`, \`write\`, \`live\`, or \`admin\`, which includes the others. Each operation names those it needs; a
key without them is answered with 403.

The pages of the console at \`/console\` send the cookie of a console session instead of a key (\`POST /console/session\`).
`

/** Describes every route registered after it, in `/openapi.json`. The reference at `/docs` shows it. */
export async function describeApi(
  app: FastifyInstance,
  version: string,
  publicUrl: string | null,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Scriptorium',
        description: INTRODUCTION,
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      tags: [
        { name: 'audio', description: 'Upload and download audio.' },
        { name: 'jobs', description: 'Create, list, fetch and delete transcription jobs.' },
        { name: 'trash', description: 'Restore jobs that were deleted, or delete them for good.' },
        { name: 'shares', description: 'Show a transcript to somebody outside, by a link.' },
        { name: 'openai', description: 'Transcribe with clients of OpenAI.' },
        { name: 'callbacks', description: 'Inspect and repeat callback deliveries.' },
        { name: 'account', description: 'Administer the account of the key.' },
        { name: 'members', description: 'The members of an account, and invitations.' },
        { name: 'me', description: 'What users do about themselves, signed in to the console.' },
        { name: 'account webhooks', description: 'Events of an account. This version does not send them.' },
        { name: 'console', description: 'Sign in to the console, the pages of the service at `/console`.' },
        { name: 'accounts', description: 'All accounts of the service, for its operators.' },
        { name: 'service', description: 'The service itself.' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'x-service-key' },
          bearer: { type: 'http', scheme: 'bearer' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'scriptorium',
            description:
              'The cookie of a console session; its name ends with a hash of the URL of the service.',
          },
        },
      },
      security: [{ key: [] }, { bearer: [] }],
      webhooks: webhooks(),
    },
    transform,
    transformObject,
  })
  for (const path of ['/openapi.json', '/docs/json'])
    app.get(path, { schema: { hide: true } }, () => app.swagger())
}
