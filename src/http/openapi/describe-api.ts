import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { webhooks } from './webhooks.ts'
import { transform, transformObject } from './transform.ts'

const INTRODUCTION = `
A self-hosted transcription service.

Send your key in the header \`x-service-key\`, or as \`Authorization: Bearer <key>\`. Times are in seconds, confidences are
from 0 to 1, and timestamps are ISO 8601 in UTC with milliseconds. A request that fails returns an \`ErrorBody\`, whose
\`request_id\` is also in the log of the service. A trailing slash in a path is ignored.

A key has scopes: \`read\`, \`write\`, \`live\`, or \`admin\`, which includes the others. Each operation names the scopes it
needs; a key that lacks one of them gets 403.

The console at \`/console\` sends the cookie of a console session instead of a key (\`POST /console/session\`).
`

/** Describes all routes registered after this call in `/openapi.json`, which the reference at `/docs` shows. */
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
        { name: 'trash', description: 'Restore deleted jobs, or delete them permanently.' },
        { name: 'shares', description: 'Share transcripts by links.' },
        { name: 'openai', description: 'Transcribe with clients of OpenAI.' },
        { name: 'callbacks', description: 'Inspect and repeat callback deliveries.' },
        { name: 'account', description: 'Administer the account of the key.' },
        { name: 'members', description: 'The members of an account, and invitations.' },
        { name: 'me', description: 'The signed-in user of the console.' },
        { name: 'account webhooks', description: 'Events of an account, sent to its webhooks.' },
        { name: 'console', description: 'Sign in to the console at `/console`.' },
        { name: 'accounts', description: 'All accounts of the service, for operators.' },
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
