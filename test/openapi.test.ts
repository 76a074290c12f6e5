/** The published description is valid, complete and correct; its page loads nothing from other hosts. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Client } from './support/client.ts'
import type { OpenApi, Operation, Schema } from './support/published-api.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'

let service: RunningService
let client: Client
let document: OpenApi

before(async () => {
  service = await runService()
  client = await Client.of(service)
  document = client.api.document
})
after(async () => service.close())

const FILTERS = ['date', 'before_date', 'after_date', 'status', 'custom_metadata', 'q', 'fields']
const PARAMETERS = ['offset', 'limit', ...FILTERS, 'cursor']
const LIST = { statuses: [200, 304, 400, 401, 431, 500, 503], parameters: PARAMETERS }
const FETCH = { statuses: [200, 401, 404, 431, 500, 503], parameters: ['id'] }
const DELETE = { statuses: [202, 401, 403, 404, 431, 500, 503], parameters: ['id'] }
const FILE = { statuses: [200, 206, 401, 404, 416, 431, 500, 503], parameters: ['id', 'range'] }
const CREATE = { statuses: [201, 400, 401, 413, 415, 422, 431, 500, 503] }

/** Every operation with its statuses and parameters. */
const OPERATIONS: Record<string, { statuses: number[]; parameters?: string[] }> = {
  'GET /health': { statuses: [200, 503] },
  'POST /v2/upload': { statuses: [200, 400, 401, 413, 415, 422, 431, 500, 503] },
  'GET /file/{id}': FILE,
  'POST /v2/pre-recorded': CREATE,
  'POST /v2/transcription': CREATE,
  'GET /v2/pre-recorded': LIST,
  'GET /v2/jobs': { ...LIST, parameters: [...PARAMETERS, 'kind'] },
  'GET /v2/transcription': { ...LIST, parameters: [...PARAMETERS, 'kind'] },
  'GET /v2/live': LIST,
  'GET /v2/pre-recorded/{id}': FETCH,
  'GET /v2/jobs/{id}': FETCH,
  'GET /v2/transcription/{id}': FETCH,
  'GET /v2/live/{id}': FETCH,
  'DELETE /v2/pre-recorded/{id}': DELETE,
  'DELETE /v2/jobs/{id}': DELETE,
  'DELETE /v2/transcription/{id}': DELETE,
  'DELETE /v2/live/{id}': DELETE,
  'GET /v2/pre-recorded/{id}/file': FILE,
  'GET /v2/jobs/{id}/file': FILE,
  'GET /v2/transcription/{id}/file': FILE,
  'GET /v2/live/{id}/file': FILE,
  'POST /v2/live': { statuses: [201, 400, 401, 413, 415, 422, 429, 431, 500, 503], parameters: ['region'] },
  'GET /v2/jobs/{id}/deliveries': {
    statuses: [200, 400, 401, 404, 431, 500, 503],
    parameters: ['id', 'state', 'after', 'limit'],
  },
  'POST /v2/jobs/{id}/deliveries/{delivery}/redeliver': {
    statuses: [202, 401, 404, 431, 500, 503],
    parameters: ['id', 'delivery'],
  },
  'PATCH /v2/live/{id}': { statuses: [204, 400, 401, 404, 413, 415, 431, 500, 503], parameters: ['id'] },
}

function operations(): [name: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): [string, Operation] => [
      `${verb.toUpperCase()} ${path}`,
      operation,
    ]),
  )
}

/** The schemas that satisfy the predicate, by path; the target of a `$ref` is under its name. */
function schemasThat(is: (schema: Schema) => boolean, start: unknown, place: string): string[] {
  if (typeof start !== 'object' || start === null) return []
  const inside = Object.entries(start).flatMap(([key, value]) => schemasThat(is, value, `${place}.${key}`))
  return is(start) ? [place, ...inside] : inside
}

suite('the published description', () => {
  test('is valid OpenAPI 3.1', async () => {
    assert.match(document.openapi, /^3\.1\./)
    const { valid, errors } = await new Validator().validate({ ...document })
    assert.ok(valid, JSON.stringify(errors, null, 1))
  })

  test('has every operation with every answer and every parameter', () => {
    const published = operations().map(([name, { responses, parameters = [] }]) => [
      name,
      {
        statuses: Object.keys(responses)
          .map(Number)
          .toSorted((a, b) => a - b),
        parameters: parameters.map((parameter) => parameter.name.toLowerCase()).toSorted(),
      },
    ])
    const expected = Object.entries(OPERATIONS).map(([name, { statuses, parameters = [] }]) => [
      name,
      { statuses, parameters: parameters.toSorted() },
    ])
    assert.deepEqual(Object.fromEntries(published), Object.fromEntries(expected))
  })

  test('names and summarises each operation as a client library would, and marks deprecated ones', () => {
    const old = operations().filter(([, operation]) => operation.deprecated === true)
    const transcription = operations().filter(([name]) => name.includes(' /v2/transcription'))
    assert.deepEqual(old, transcription)
    const ids = operations().map(([, { operationId }]) => operationId)
    assert.equal(new Set(ids).size, ids.length, 'a name is given twice')
    for (const [name, { operationId = '', summary, parameters = [], responses }] of operations()) {
      assert.match(operationId, /^[a-z]+(?:[A-Z][a-z]+)*$/, name)
      assert.ok(summary, name)
      for (const parameter of parameters) assert.ok(parameter.description, `${name} ${parameter.name}`)
      for (const [status, { description }] of Object.entries(responses)) {
        assert.ok(description, `${name} ${status}`)
      }
    }
    for (const [name, { description, properties = {} }] of Object.entries(document.components.schemas)) {
      assert.ok(description, name)
      for (const [key, field] of Object.entries(properties)) {
        const shape = document.components.schemas[field.$ref?.split('/').at(-1) ?? '']
        // A constant needs no description.
        assert.ok(field.description ?? shape?.description ?? 'const' in field, `${name}.${key}`)
      }
    }
  })

  test('describes every key of every answer', () => {
    const open = (schema: Schema) => schema.type === 'object' && !('additionalProperties' in schema)
    for (const [name, { responses }] of operations()) {
      assert.deepEqual(schemasThat(open, responses, name), [])
    }
    for (const shape of [
      'ErrorBody',
      'Upload',
      'JobCreated',
      'Job',
      'JobPage',
      'PreRecordedJob',
      'LiveJob',
      'DeliveryPage',
    ]) {
      assert.deepEqual(schemasThat(open, reachable(shape), shape), [])
    }
  })

  test('limits every list and every text of a request', () => {
    const isOpen = (schema: Schema) =>
      (schema.type === 'array' && !('maxItems' in schema)) ||
      (schema.type === 'string' &&
        !['maxLength', 'enum', 'const'].some((limit) => limit in schema) &&
        schema.format !== 'binary')
    for (const [name, { requestBody }] of operations()) {
      const bodies = JSON.stringify(requestBody ?? {})
      const named = [...bodies.matchAll(/schemas\/(\w+)"/g)].map(([, shape = '']) => reachable(shape))
      for (const schemas of [requestBody, ...named])
        assert.deepEqual(schemasThat(isOpen, withoutKeys(schemas), name), [])
    }
  })

  test('states the real defaults and limits of the lists', () => {
    for (const path of ['/v2/jobs', '/v2/pre-recorded', '/v2/transcription', '/v2/live']) {
      const parameters = new Map(document.paths[path]?.['get']?.parameters?.map((p) => [p.name, p.schema]))
      assert.partialDeepStrictEqual(parameters.get('offset'), { type: 'integer', default: 0, minimum: 0 })
      assert.partialDeepStrictEqual(parameters.get('limit'), { type: 'integer', default: 20, minimum: 1 })
      assert.equal(parameters.get('date')?.format, 'date')
      assert.equal(parameters.get('before_date')?.format, 'date-time')
      assert.equal(parameters.get('status')?.type, 'array')
    }
  })

  test('states the real defaults of a request', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const { request_params: params } = await client.job(await client.create({ audio_url }))
    const content = document.paths['/v2/pre-recorded']?.['post']?.requestBody?.content
    const request = resolved(content?.['application/json']?.schema ?? {})
    const defaults = Object.entries(request.properties ?? {})
      .filter(([, field]) => field.default !== undefined)
      .map(([key, field]) => [key, field.default])
    const languages = resolved(request.properties?.['language_config'] ?? {}).properties ?? {}
    assert.deepEqual(params, {
      audio_url,
      ...Object.fromEntries(defaults),
      language_config: Object.fromEntries(
        Object.entries(languages).map(([key, field]) => [key, field.default]),
      ),
    })
    assert.deepEqual(request.required, ['audio_url'])
  })

  test('describes the headers of answers', () => {
    const headers = (name: string, status: number) => {
      const [verb = '', path = ''] = name.split(' ')
      const answer = document.paths[path]?.[verb.toLowerCase()]?.responses[status]
      return Object.keys(answer?.headers ?? {})
    }
    assert.deepEqual(headers('GET /v2/pre-recorded', 200), ['x-total-count', 'etag'])
    assert.deepEqual(headers('GET /v2/transcription', 200), ['x-total-count', 'etag', 'deprecation', 'link'])
    for (const [name, { responses }] of operations()) {
      if ('503' in responses) assert.deepEqual(headers(name, 503), ['retry-after'], name)
      if ('206' in responses) assert.ok(headers(name, 206).includes('content-range'), name)
    }
  })

  test('describes the frames of a live session', () => {
    for (const name of ['LiveClientFrame', 'LiveServerFrame']) {
      const frame = document.components.schemas[name]
      assert.ok(frame, name)
      const described = document.paths['/v2/live']?.['post']?.description
      assert.ok(described?.includes(`\`${name}\``), name)
    }
  })

  test('states which operations need a key', async () => {
    const open = operations().filter(([, { security }]) => security?.length === 0)
    assert.deepEqual(
      open.map(([name]) => name),
      ['GET /health'],
    )
    const [anonymous, stranger] = [client.as(null), client.as('no such key')]
    for (const [name] of operations()) {
      const [verb = '', template = ''] = name.split(' ')
      const path = template.replace('{id}', '00000000-0000-4000-8000-000000000000')
      if (name === 'GET /health') {
        assert.equal((await anonymous.get(path)).status, 200)
        continue
      }
      assert.equal((await anonymous.refused(401, verb, path)).message, 'missing service key')
      assert.equal((await stranger.refused(401, verb, path)).message, 'invalid service key')
    }
  })

  test('accepts the key as a bearer token', async () => {
    const answer = await client.as(null).get('/v2/pre-recorded', { authorization: `Bearer ${service.key}` })
    assert.equal(answer.status, 200)
  })
})

/** A schema of the document, by name, with everything it refers to. */
function reachable(name: string, found: Record<string, Schema> = {}): Record<string, Schema> {
  const schema = document.components.schemas[name]
  if (schema === undefined || name in found) return found
  found[name] = schema
  for (const [, next = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    reachable(next, found)
  }
  return found
}

/** Without the schemas of free keys, as in custom_metadata, which is limited as a whole. */
function withoutKeys(schemas: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schemas ?? {}, (_key, value: Schema | null) => {
      const isFree =
        value?.additionalProperties !== undefined && JSON.stringify(value.additionalProperties) === '{}'
      return isFree ? {} : value
    }),
  )
}

function resolved(schema: Schema): Schema {
  return document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
}

suite('the reference page', () => {
  /** The references of a page, a style sheet or its start script. */
  const references = (text: string): string[] =>
    [...text.matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)]
      .map(([, attribute, style = '']) => attribute ?? style.replaceAll(/["']/g, ''))
      .filter((reference) => !reference.startsWith('data:') && !reference.startsWith('#'))

  test('is served with everything it refers to', async () => {
    const seen = new Map<string, string>()
    const open = [new URL('/docs', service.url).href]
    for (let url = open.pop(); url !== undefined; url = open.pop()) {
      if (seen.has(url)) continue
      assert.equal(new URL(url).origin, new URL(service.url).origin, `${url} is not of this service`)
      const response = await fetch(url)
      assert.equal(response.status, 200, url)
      const text = await response.text()
      seen.set(url, text)
      if (/html|css/.test(response.headers.get('content-type') ?? '')) {
        open.push(...references(text).map((reference) => new URL(reference, url).href))
      }
    }
    const kinds = [...seen.keys()].map((url) => url.split('.').at(-1))
    assert.ok(
      kinds.includes('js') && kinds.includes('css'),
      `the page is made of ${[...seen.keys()].join(' ')}`,
    )
  })

  test('forbids the browser to load anything from other hosts', async () => {
    const response = await fetch(new URL('/docs', service.url))
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'self'/)
    assert.doesNotMatch(policy, /https?:|\*|'unsafe-eval'/)
    assert.doesNotMatch(await response.text(), /<script(?![^>]* src=)/, 'a script in the page would not run')
  })

  test('shows the same description', async () => {
    const shown = await (await fetch(`${service.url}/docs/json`)).json()
    assert.deepEqual(shown, document)
  })
})
