import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '../contract/error.ts'

const INTRODUCTION = `
Audio in, transcripts out, every job kept and listed.

Send your key in the header \`x-service-key\`, or as \`Authorization: Bearer <key>\`. Times are seconds, confidences are
0 to 1, timestamps are ISO 8601 UTC with milliseconds. A failed request is answered with one \`ErrorBody\`, whose
\`request_id\` is also in the log of the service. A slash at the end of a path makes no difference.
`

const WHEN = {
  400: 'The request is malformed: `validation_errors` has a line for each fault.',
  401: 'The key is missing or not valid.',
  403: 'The job is queued or processing, and can be deleted when it is done or error.',
  404: 'There is no such thing in this account.',
  413: 'What was sent is larger than the configured limit.',
  415: 'The content type is not one that this operation takes.',
  416: 'The range asked for lies outside the file.',
  422: 'The audio cannot be fetched or used; `message` says why.',
  429: 'The account has as many open live sessions as it may have.',
  500: "Something went wrong that is not the caller's fault.",
  503: 'The service is shutting down.',
} as const

/** A header of an answer, as JSON Schema. */
type Headers = Readonly<Record<string, { type: 'string' | 'integer'; description: string }>>

/** One answer of an operation. */
interface Answer {
  readonly description: string
  readonly headers?: Headers
  readonly content: Readonly<Record<string, { schema: z.ZodType }>>
}

export const RETRY_AFTER: Headers = {
  'retry-after': { type: 'integer', description: 'Seconds after which it is worth another try.' },
}

/** An answer in JSON. */
export function answer(description: string, schema: z.ZodType, headers: Headers = {}): Answer {
  return { description, headers, content: { 'application/json': { schema } } }
}

/** An answer that is the bytes of a file. */
export function fileAnswer(description: string, headers: Headers = {}): Answer {
  return { description, headers, content: { 'application/octet-stream': { schema: binary } } }
}

/** An answer without a body. */
export const emptyAnswer = (description: string): z.ZodType => z.undefined().describe(description)

export const binary = z.string().meta({ format: 'binary' })

/** How an operation that needs a key answers when it fails: with these statuses, 401 or 500. */
export function errorAnswers(...statuses: (keyof typeof WHEN)[]): Record<number, Answer> {
  return Object.fromEntries(
    ([...statuses, 401, 500] as const).map((status) => [
      status,
      answer(WHEN[status], errorBody, status === 503 || status === 429 ? RETRY_AFTER : {}),
    ]),
  )
}

/** `jsonSchemaTransform`, and what it passes over: bodies of several content types, and the headers of answers. */
const transform: typeof jsonSchemaTransform = (document) => {
  const { schema } = document
  const { body } = schema as { body?: Partial<Answer> }
  if (body?.content === undefined) return withHeaders(document)
  const content = Object.entries(body.content).map(([type, media]) => {
    const alone = withHeaders({ ...document, schema: { body: media.schema } })
    return [type, { schema: alone.schema?.body }] as const
  })
  const { body: _transformed, ...rest } = schema
  const described = withHeaders({ ...document, schema: rest })
  return { ...described, schema: { ...described.schema, body: { content: Object.fromEntries(content) } } }
}

const withHeaders: typeof jsonSchemaTransform = (document) => {
  const described = jsonSchemaTransform(document)
  const { response: given = {} } = document.schema as { response?: Record<string, Partial<Answer>> }
  const answers = (described.schema?.response ?? {}) as Record<string, { headers?: Headers }>
  for (const [status, { headers }] of Object.entries(given)) {
    const target = answers[status]
    if (headers !== undefined && target !== undefined) target.headers = headers
  }
  return described
}

/**
 * `jsonSchemaTransformObject` writes every shape twice, as it is sent (`…Input`) and as it is answered. Where both are
 * the same, and where nothing is sent that way, the second is enough.
 */
const transformObject: typeof jsonSchemaTransformObject = (document) => {
  let described = JSON.stringify(jsonSchemaTransformObject(document))
  for (;;) {
    const { components } = JSON.parse(described) as { components: { schemas: Record<string, object> } }
    const { schemas } = components
    const needless = Object.keys(schemas).find((name) => {
      const answered = schemas[name.replace(/Input$/, '')]
      if (!name.endsWith('Input') || answered === undefined) return false
      const sent = JSON.stringify(schemas[name])
      return !described.includes(`/${name}"`) || sent.replaceAll('Input"', '"') === JSON.stringify(answered)
    })
    if (needless === undefined) return JSON.parse(described) as ReturnType<typeof jsonSchemaTransformObject>
    const { [needless]: _needless, ...kept } = schemas
    const tidy = { ...(JSON.parse(described) as object), components: { ...components, schemas: kept } }
    described = JSON.stringify(tidy).replaceAll(`/${needless}"`, `/${needless.replace(/Input$/, '')}"`)
  }
}

/** Collects every route that is registered after it; `/openapi.json` and the page `/docs` show them. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Scriptorium', description: INTRODUCTION, version, license: { name: 'Apache-2.0' } },
      servers: [{ url: '/' }],
      tags: [
        { name: 'audio', description: 'Files that jobs are about.' },
        { name: 'jobs', description: 'Transcriptions: ask for them, list them, fetch them.' },
        { name: 'callbacks', description: 'What is sent to the callback URLs of jobs.' },
        { name: 'service', description: 'The service itself.' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'x-service-key' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ key: [] }, { bearer: [] }],
    },
    transform,
    transformObject,
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  // Everything that the page needs is served from here: it works where there is no internet.
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'self'",
    theme: { title: 'Scriptorium API' },
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list', defaultModelsExpandDepth: 0 },
  })
}
