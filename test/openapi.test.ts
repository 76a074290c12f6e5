/** The published description is valid, complete and correct. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { System } from '../src/contract/system.ts'
import { wav } from '../src/audio/testing/media.ts'
import { SCOPES } from '../src/contract/scopes.ts'
import { Client } from './support/client.ts'
import { type OpenApi, type Operation, PublishedApi, type Schema } from './support/published-api.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'

let service: RunningService
let client: Client
let document: OpenApi

before(async () => {
  service = await runService({ TRUST_PROXY: '1' })
  client = await Client.of(service)
  document = (await PublishedApi.of(service.url)).document
})
after(async () => service.close())

const FILTERS = [
  'date',
  'before_date',
  'after_date',
  'status',
  'custom_metadata',
  'tag',
  'language',
  'error_code',
  'q',
  'fields',
]
const PARAMETERS = ['offset', 'limit', ...FILTERS, 'cursor']
const LIST = { statuses: [200, 304, 400, 401, 403, 429, 431, 500, 503], parameters: PARAMETERS }
const FETCH = { statuses: [200, 400, 401, 403, 404, 429, 431, 500, 503], parameters: ['id', 'revision'] }
const TRANSCRIPT = {
  statuses: [200, 400, 401, 403, 404, 409, 429, 431, 500, 503],
  parameters: ['id', 'revision', 'paragraphs'],
}
const DELETE = { statuses: [202, 400, 401, 403, 404, 429, 431, 500, 503], parameters: ['id', 'trash'] }
const FROM_TRASH = { statuses: [202, 401, 403, 404, 429, 431, 500, 503], parameters: ['id'] }
const FILE = {
  statuses: [200, 206, 302, 401, 403, 404, 416, 429, 431, 500, 503],
  parameters: ['id', 'range'],
}
const AUDIO = {
  ...FILE,
  statuses: [200, 206, 302, 401, 403, 404, 410, 416, 429, 431, 500, 503],
}
const CREATE = {
  statuses: [201, 400, 401, 402, 403, 409, 413, 415, 422, 429, 431, 500, 503],
  parameters: ['idempotency-key'],
}
const OPENAI_AUDIO = {
  statuses: [200, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 431, 500, 503, 504],
  parameters: ['idempotency-key'],
}

const ITEMS = { statuses: [200, 401, 403, 429, 431, 500, 503] }
const REMOVE = { statuses: [204, 401, 403, 404, 429, 431, 500, 503], parameters: ['id'] }

/** Every operation with its statuses and parameters. */
const SETTING = {
  get: { statuses: [200, 401, 403, 429, 431, 500, 503] },
  put: {
    statuses: [200, 400, 401, 403, 412, 413, 415, 429, 431, 500, 503],
    parameters: ['if-match'],
  },
  delete: { statuses: [200, 401, 403, 412, 429, 431, 500, 503], parameters: ['if-match'] },
}
const OPERATIONS: Record<string, { statuses: number[]; parameters?: string[] }> = {
  'GET /health': { statuses: [200, 431, 503] },
  'GET /ready': { statuses: [200, 431, 503] },
  'POST /v2/upload': {
    statuses: [200, 400, 401, 402, 403, 409, 413, 415, 422, 429, 431, 500, 503],
    parameters: ['idempotency-key'],
  },
  'POST /v2/upload/url': {
    statuses: [200, 400, 401, 402, 403, 409, 413, 415, 422, 429, 431, 500, 503],
    parameters: ['idempotency-key'],
  },
  'POST /console/session': { statuses: [200, 400, 401, 413, 415, 429, 431, 500, 503] },
  'GET /console/session': { statuses: [200, 400, 401, 431, 500, 503] },
  'DELETE /console/session': { statuses: [200, 400, 401, 431, 500, 503] },
  'POST /console/issuer/start': { statuses: [200, 400, 401, 404, 413, 415, 429, 431, 500, 503] },
  'POST /console/issuer/logout': { statuses: [200, 400, 401, 404, 413, 415, 431, 500, 503] },
  'GET /console/sign-in': { statuses: [200, 431] },
  'POST /console/invitation': { statuses: [200, 400, 401, 404, 413, 415, 429, 431, 500, 503] },
  'POST /console/invitation/accept': { statuses: [200, 400, 401, 404, 413, 415, 429, 431, 500, 503] },
  'GET /v2/me': ITEMS,
  'PATCH /v2/me': { statuses: [204, 400, 401, 403, 413, 415, 429, 431, 500, 503] },
  'PUT /v2/me/account': { statuses: [200, 400, 401, 403, 404, 413, 415, 429, 431, 500, 503] },
  'GET /v2/me/devices': ITEMS,
  'DELETE /v2/me/devices/{id}': REMOVE,
  'POST /console/passkeys/options': { statuses: [200, 400, 401, 429, 431, 500, 503] },
  'POST /console/passkeys/sign-in': { statuses: [200, 400, 401, 413, 415, 429, 431, 500, 503] },
  'POST /v2/me/passkeys/options': { statuses: [200, 400, 401, 403, 409, 429, 431, 500, 503] },
  'POST /v2/me/passkeys': { statuses: [201, 400, 401, 403, 409, 413, 415, 429, 431, 500, 503] },
  'PATCH /v2/me/passkeys/{id}': {
    statuses: [204, 400, 401, 403, 404, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'DELETE /v2/me/passkeys/{id}': REMOVE,
  'GET /v2/me/keys': ITEMS,
  'POST /v2/me/keys': { statuses: [201, 400, 401, 403, 409, 413, 415, 429, 431, 500, 503] },
  'DELETE /v2/me/keys/{id}': REMOVE,
  'GET /v2/members': ITEMS,
  'PATCH /v2/members/{id}': {
    statuses: [204, 400, 401, 403, 404, 409, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'DELETE /v2/members/{id}': {
    statuses: [204, 401, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'GET /v2/members/{id}/devices': {
    statuses: [200, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'DELETE /v2/members/{id}/devices/{device}': { ...REMOVE, parameters: ['id', 'device'] },
  'GET /v2/invitations': ITEMS,
  'POST /v2/invitations': { statuses: [201, 400, 401, 403, 413, 415, 429, 431, 500, 503] },
  'DELETE /v2/invitations/{id}': REMOVE,
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
  'DELETE /v2/jobs': {
    statuses: [202, 400, 401, 403, 429, 431, 500, 503],
    parameters: [
      'date',
      'before_date',
      'after_date',
      'status',
      'kind',
      'custom_metadata',
      'tag',
      'language',
      'error_code',
      'q',
      'trash',
    ],
  },
  'GET /v2/trash': {
    statuses: [200, 400, 401, 403, 429, 431, 500, 503],
    parameters: ['cursor', 'limit'],
  },
  'DELETE /v2/trash': { statuses: [202, 401, 403, 429, 431, 500, 503] },
  'POST /v2/trash/{id}/restore': FROM_TRASH,
  'DELETE /v2/trash/{id}': FROM_TRASH,
  'GET /v2/retention': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'PUT /v2/retention': { statuses: [200, 400, 401, 403, 413, 415, 429, 431, 500, 503] },
  'GET /v2/jobs/changes': {
    statuses: [200, 304, 400, 401, 403, 410, 429, 431, 500, 503],
    parameters: ['after', 'limit', 'fields'],
  },
  'GET /v2/jobs/facets': ITEMS,
  'GET /v2/settings/presets': SETTING.get,
  'PUT /v2/settings/presets': SETTING.put,
  'DELETE /v2/settings/presets': SETTING.delete,
  'GET /v2/settings/vocabulary': SETTING.get,
  'PUT /v2/settings/vocabulary': SETTING.put,
  'DELETE /v2/settings/vocabulary': SETTING.delete,
  'GET /v2/settings/views': SETTING.get,
  'PUT /v2/settings/views': SETTING.put,
  'DELETE /v2/settings/views': SETTING.delete,
  'GET /v2/settings/webhooks': SETTING.get,
  'PUT /v2/settings/webhooks': {
    ...SETTING.put,
    statuses: [200, 400, 401, 403, 412, 413, 415, 422, 429, 431, 500, 503],
  },
  'DELETE /v2/settings/webhooks': SETTING.delete,
  'GET /v2/deletions': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'GET /v2/deletions/{id}': { statuses: [200, 401, 403, 404, 429, 431, 500, 503], parameters: ['id'] },
  'DELETE /v2/pre-recorded/{id}': DELETE,
  'DELETE /v2/jobs/{id}': DELETE,
  'DELETE /v2/transcription/{id}': DELETE,
  'DELETE /v2/live/{id}': DELETE,
  'GET /v2/pre-recorded/{id}/file': AUDIO,
  'GET /v2/jobs/{id}/file': AUDIO,
  'GET /v2/transcription/{id}/file': AUDIO,
  'GET /v2/live/{id}/file': AUDIO,
  'POST /v2/live': {
    statuses: [201, 400, 401, 402, 403, 409, 413, 415, 422, 429, 431, 500, 503],
    parameters: ['region', 'idempotency-key'],
  },
  'GET /v2/jobs/{id}/deliveries': {
    statuses: [200, 400, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id', 'state', 'after', 'limit'],
  },
  'GET /v2/deliveries': {
    statuses: [200, 400, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['state', 'after', 'limit', 'job_id'],
  },
  'GET /v2/jobs/{id}/transcript': {
    ...TRANSCRIPT,
    statuses: [200, 400, 401, 403, 404, 406, 409, 429, 431, 500, 503],
  },
  'GET /v2/jobs/{id}/transcript.json': TRANSCRIPT,
  'GET /v2/jobs/{id}/transcript.txt': TRANSCRIPT,
  'GET /v2/jobs/{id}/transcript.srt': TRANSCRIPT,
  'GET /v2/jobs/{id}/transcript.vtt': TRANSCRIPT,
  'PUT /v2/jobs/{id}/transcript': {
    statuses: [200, 400, 401, 402, 403, 404, 409, 412, 413, 415, 428, 429, 431, 500, 503],
    parameters: ['id', 'if-match'],
  },
  'POST /v2/jobs/{id}/speakers': {
    statuses: [200, 400, 401, 402, 403, 404, 409, 412, 413, 415, 428, 429, 431, 500, 503],
    parameters: ['id', 'if-match'],
  },
  'POST /v2/jobs/{id}/retranscribe': {
    statuses: [202, 400, 401, 403, 404, 409, 410, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'GET /v2/jobs/{id}/retranscription': {
    statuses: [200, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'POST /v2/jobs/{id}/retranscription/accept': {
    statuses: [200, 401, 402, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'DELETE /v2/jobs/{id}/retranscription': {
    statuses: [204, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'GET /v2/retranscriptions': {
    statuses: [200, 400, 401, 403, 429, 431, 500, 503],
    parameters: ['job_id', 'status', 'before', 'limit'],
  },
  'POST /v2/jobs/retranscribe': {
    statuses: [202, 400, 401, 403, 413, 415, 429, 431, 500, 503],
    parameters: [
      'date',
      'before_date',
      'after_date',
      'status',
      'error_code',
      'kind',
      'custom_metadata',
      'tag',
      'language',
      'q',
    ],
  },
  'GET /v2/retranscription-runs': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'GET /v2/retranscription-runs/{id}': {
    statuses: [200, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'GET /v2/jobs/{id}/revisions': {
    statuses: [200, 400, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id', 'before', 'limit'],
  },
  'GET /v2/jobs/{id}/shares': {
    statuses: [200, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'POST /v2/jobs/{id}/shares': {
    statuses: [201, 400, 401, 403, 404, 409, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'DELETE /v2/jobs/{id}/shares/{share}': { ...REMOVE, parameters: ['id', 'share'] },
  'GET /v2/jobs/{id}/export': {
    statuses: [200, 400, 401, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['id', 'format', 'speakers', 'timestamps', 'summary', 'paragraphs', 'translation'],
  },
  'GET /v2/jobs/{id}/matches': {
    statuses: [200, 400, 401, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['id', 'q', 'offset', 'limit'],
  },
  'GET /v2/jobs/{id}/utterances': {
    statuses: [200, 400, 401, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['id', 'from', 'to', 'offset', 'limit'],
  },
  'GET /v2/scopes': ITEMS,
  'GET /v2/jobs/{id}/peaks': {
    statuses: [200, 202, 401, 403, 404, 410, 422, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'GET /v2/jobs/{id}/playback': {
    statuses: [200, 202, 206, 401, 403, 404, 410, 416, 422, 429, 431, 500, 503],
    parameters: ['id', 'range'],
  },
  'GET /v2/jobs/export.zip': {
    statuses: [200, 400, 401, 403, 429, 431, 500, 503],
    parameters: ['format', 'id', 'paragraphs', 'speakers', 'summary', 'timestamps', 'translation'],
  },
  'GET /v2/events': {
    statuses: [200, 400, 401, 403, 404, 410, 429, 431, 500, 503],
    parameters: ['after', 'job', 'last-event-id'],
  },
  'GET /v2/jobs/{id}/progress': { statuses: [200, 401, 403, 404, 429, 431, 500, 503], parameters: ['id'] },
  'POST /v2/jobs/{id}/cancel': {
    statuses: [202, 401, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'POST /v2/jobs/{id}/deliveries/{delivery}/sign': {
    statuses: [200, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id', 'delivery'],
  },
  'POST /v2/jobs/{id}/deliveries/{delivery}/redeliver': {
    statuses: [202, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['id', 'delivery'],
  },
  'PATCH /v2/jobs/{id}': {
    statuses: [200, 400, 401, 403, 404, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'GET /v2/limits': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'GET /v2/quality': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'GET /v2/quality/proposals': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'GET /v2/usage': { statuses: [200, 400, 401, 403, 429, 431, 500, 503], parameters: ['from', 'to'] },
  'GET /v2/accounts': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'POST /v2/accounts': { statuses: [201, 400, 401, 403, 409, 413, 415, 429, 431, 500, 503] },
  'PATCH /v2/accounts/{name}': {
    statuses: [200, 400, 401, 403, 404, 413, 415, 429, 431, 500, 503],
    parameters: ['name'],
  },
  'DELETE /v2/accounts/{name}': {
    statuses: [202, 400, 401, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['name', 'confirm'],
  },
  'PUT /v2/jobs/{id}/priority': {
    statuses: [200, 400, 401, 403, 404, 409, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'POST /v2/jobs/{id}/requeue': {
    statuses: [202, 401, 403, 404, 409, 410, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'POST /v2/jobs/requeue': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'GET /v2/system': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'PATCH /v2/system/nodes/{id}': {
    statuses: [204, 400, 401, 403, 404, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
  'GET /v2/models': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'POST /v2/models': { statuses: [202, 400, 401, 403, 404, 409, 413, 415, 429, 431, 500, 503] },
  'DELETE /v2/models/{name}': {
    statuses: [204, 401, 403, 404, 409, 429, 431, 500, 503],
    parameters: ['name'],
  },
  'POST /v2/models/{name}/trial': {
    statuses: [200, 400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 431, 500, 503],
    parameters: ['name'],
  },
  'GET /v2/audit': {
    statuses: [200, 400, 401, 403, 404, 429, 431, 500, 503],
    parameters: ['account', 'operation', 'by', 'after_date', 'before_date', 'cursor', 'limit'],
  },
  'GET /v2/keys': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'POST /v2/keys': { statuses: [201, 400, 401, 403, 409, 413, 415, 429, 431, 500, 503] },
  'DELETE /v2/keys/{id}': { statuses: [204, 401, 403, 404, 409, 429, 431, 500, 503], parameters: ['id'] },
  'GET /v2/callback-secret': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'POST /v2/callback-secret/rotate': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'POST /v1/audio/transcriptions': OPENAI_AUDIO,
  'POST /v1/audio/translations': OPENAI_AUDIO,
  'GET /v1/models': { statuses: [200, 401, 403, 429, 431, 500, 503] },
  'GET /v1/models/{id}': { statuses: [200, 401, 403, 404, 429, 431, 500, 503], parameters: ['id'] },
  'PATCH /v2/live/{id}': {
    statuses: [204, 400, 401, 403, 404, 413, 415, 429, 431, 500, 503],
    parameters: ['id'],
  },
}

/** The operations that need no key; some take a cookie. */
const needsNoKey = (name: string) => name.includes(' /console/') || /^GET \/(?:health|ready)$/.test(name)

/** Accept whatever is right, but no example can be right. */
const hasSecret = (name: string) =>
  /^POST \/console\/(?:session|invitation|issuer)/.test(name) || name.includes('/passkeys')

/** Only descriptions refer to these: OpenAPI cannot describe a socket, and client generators cannot handle two bodies. */
const UNREFERENCED = ['LiveClientFrame', 'LiveServerFrame']

const OLD_SPELLINGS = [
  'callback_url',
  'code_switching_config',
  'detect_language',
  'enable_code_switching',
  'language',
]

const ACCOUNT_EVENTS = [
  'transcription.created',
  'transcription.success',
  'transcription.error',
  'live.start_session',
  'live.start_recording',
  'live.end_recording',
  'live.end_session',
  'job.corrected',
  'job.shared',
  'job.deleted',
  'job.restored',
]

function operations(): [name: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): [string, Operation] => [
      `${verb.toUpperCase()} ${path}`,
      operation,
    ]),
  )
}

/** The schemas that satisfy the predicate, by path; the target of a `$ref` is under its own name. */
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

  test("passes Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(document)
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const found = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
    assert.deepEqual(
      found.toSorted(),
      UNREFERENCED.map((name) => `no-unused-components: Component: "${name}" is never used.`),
    )
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
    assert.equal(new Set(ids).size, ids.length, 'a name is used twice')
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
      // A client that fills in defaults would send false, and so turn off the vocabulary of the account.
      custom_vocabulary: false,
      ...Object.fromEntries(defaults),
      language_config: Object.fromEntries(
        Object.entries(languages).map(([key, field]) => [key, field.default]),
      ),
    })
    assert.equal(request.properties?.['custom_vocabulary']?.default, undefined)
    assert.deepEqual(request.required, ['audio_url'])
  })

  test('requires no field of the sender that has a default', () => {
    for (const [name, { requestBody, parameters = [] }] of operations()) {
      const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
      const wrong = schemasThat(
        ({ required = [], properties = {} }) =>
          required.some((key) => properties[key]?.default !== undefined),
        bodies.map((schema) => [schema, reachable(nameOf(schema))]),
        name,
      )
      assert.deepEqual(wrong, [])
      for (const { name: parameter, required: isRequired = false, in: place, schema } of parameters)
        assert.ok(
          place === 'path' ? isRequired : !isRequired || !('default' in schema),
          `${name} ${parameter}`,
        )
    }
  })

  test('marks old spellings as deprecated', () => {
    const content = document.paths['/v2/pre-recorded']?.['post']?.requestBody?.content
    const { properties = {} } = resolved(content?.['application/json']?.schema ?? {})
    const old = Object.keys(properties).filter((key) => properties[key]?.deprecated === true)
    assert.deepEqual(old.toSorted(), OLD_SPELLINGS.toSorted())
    const list = properties['custom_vocabulary']?.anyOf?.find(({ type }) => type === 'array')
    assert.equal(list?.deprecated, true)
  })

  test('types the file of an upload', () => {
    const content = document.paths['/v2/upload']?.['post']?.requestBody?.content
    const form = content?.['multipart/form-data']?.schema
    assert.deepEqual(form?.required, ['audio'])
    assert.partialDeepStrictEqual(form.properties?.['audio'], { type: 'string', format: 'binary' })
  })

  test('types the JSON body of an upload by URL', () => {
    const content = document.paths['/v2/upload/url']?.['post']?.requestBody?.content
    assert.deepEqual(Object.keys(content ?? {}), ['application/json'])
    assert.deepEqual(resolved(content?.['application/json']?.schema ?? {}).required, ['audio_url'])
  })

  test('has custom_metadata in a query as an object of values', () => {
    for (const [path, verb] of [
      ['/v2/jobs', 'get'],
      ['/v2/pre-recorded', 'get'],
      ['/v2/jobs', 'delete'],
    ] as const) {
      const parameters = document.paths[path]?.[verb]?.parameters ?? []
      const parameter = parameters.find(({ name }) => name === 'custom_metadata')
      assert.partialDeepStrictEqual(parameter, { style: 'deepObject', explode: true })
      assert.equal(parameter?.schema.type, 'object')
    }
  })

  test('types whole numbers as integers', () => {
    const whole = (values: readonly unknown[]) => values.every((value) => Number.isInteger(value))
    const isWhole = (schema: Schema) =>
      schema.type === 'number' &&
      ('const' in schema || 'enum' in schema) &&
      whole(schema.enum ?? [schema.const])
    assert.deepEqual(schemasThat(isWhole, document, ''), [])
    const used = (limit: string) =>
      reachable('LimitUsage')['LimitUsage']?.properties?.[limit]?.properties?.['used']
    for (const limit of ['requests_per_minute', 'open_jobs', 'live_sessions'])
      assert.equal(used(limit)?.type, 'integer', limit)
  })

  test('has an example of every JSON body that a service accepts unchanged', async () => {
    for (const [name, { requestBody }] of operations()) {
      const schema = requestBody?.content['application/json']?.schema
      if (schema === undefined) continue
      const { examples = [] } = resolved(schema)
      assert.ok(examples.length > 0, name)
      // Not every service has such a key, audio, model or waiting job.
      if (
        hasSecret(name) ||
        /^(?:POST \/v2\/(?:upload\/url|models.*|jobs\/retranscribe)|PUT .*\/priority)$/.test(name)
      )
        continue
      for (const example of examples) {
        const [verb = '', template = ''] = name.split(' ')
        const member = await signedInMember()
        const { nodes } = (await client.get<System>('/v2/system')).body
        const ids = { members: member.id, system: nodes[0]?.id }
        const [, , group = ''] = template.split('/')
        const id = group in ids ? ids[group as keyof typeof ids] : null
        const path = template
          .replace('{name}', 'default')
          .replace(
            '{id}',
            id ??
              (verb === 'PUT' || /[/](?:shares|speakers|retranscribe)$/.test(template)
                ? await doneJob()
                : (await openedSession()).id),
          )
        const isOfMember = /^\/v2\/me(?:\/|$)/.test(path)
        const headers = { 'if-match': '*', ...(isOfMember && member.headers) }
        const sender = isOfMember ? client.as(null) : client
        const { status, bytes } = await sender.send(verb, path, { body: example, headers })
        assert.ok(status < 300, `${name}: ${String(bytes)}`)
      }
    }
  })

  test('has each callback and each account webhook as a webhook', () => {
    const { webhooks } = document
    const frames = document.components.schemas['LiveServerFrame']?.oneOf ?? []
    const types = frames.map((frame) => resolved(frame).properties?.['type']?.const)
    assert.deepEqual(
      Object.keys(webhooks).toSorted(),
      [
        ...['success', 'error'].map((end) => `callback.transcription.${end}`),
        ...types.map((type) => `callback.live.${String(type)}`),
        ...ACCOUNT_EVENTS.map((event) => `account.${event}`),
      ].toSorted(),
    )
    for (const [name, { post: operation }] of Object.entries(webhooks)) {
      const body = operation?.requestBody?.content['application/json']?.schema
      const { properties } = resolved(body ?? {})
      assert.equal(properties?.['event']?.const, name.replace(/^\w+\./, ''))
    }
  })

  test('has separate schemas for answers to `fields=`', () => {
    for (const path of ['/v2/pre-recorded', '/v2/transcription', '/v2/live']) {
      const page = document.paths[path]?.['get']?.responses[200]?.content?.['application/json']?.schema
      const items = page?.anyOf?.map((option) => resolved(option).properties?.['items']?.items ?? {})
      const [whole, some] = items?.map((item) => withOptions(resolved(item))) ?? []
      assert.ok(whole?.every(({ required = [] }) => required.includes('id')))
      assert.ok(
        some?.every(({ required, properties }) => required === undefined && 'id' in (properties ?? {})),
      )
    }
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
    for (const [name, { security }] of operations())
      assert.equal(security?.length === 0, needsNoKey(name), name)
    for (const [name, { security, description }] of operations().filter(
      ([, { security: own }]) => own?.length !== 0,
    )) {
      if (/ \/v2\/me(?:\/|$)/.test(name)) {
        assert.deepEqual(security, [{ session: [] }], name)
        assert.match(description ?? '', /Needs a console session that a user began without a key\.$/, name)
        continue
      }
      const [{ key: scopes = [] } = {}, bearer] = security ?? []
      assert.ok(scopes.length > 0 && new Set(scopes).isSubsetOf(new Set<string>(SCOPES)), name)
      assert.deepEqual([security?.length, bearer?.['bearer']], [2, scopes], name)
      if (scopes[0] !== 'admin') assert.equal(scopes.join() === 'read', name.startsWith('GET '), name)
      const needed = scopes.map((scope) => `\`${scope}\``).join(' and ')
      assert.match(
        description ?? '',
        new RegExp(`Needs the scopes? ${needed}(?: in the account \`default\`: for operators only)?\\.$`),
        name,
      )
    }
    const [anonymous, stranger] = [client.as(null), client.as('no such key')]
    for (const [i, [name]] of operations().entries()) {
      const [verb = '', template = ''] = name.split(' ')
      const path = template.replace('{id}', '00000000-0000-4000-8000-000000000000')
      if (name === 'GET /health' || name === 'GET /ready') {
        assert.equal((await anonymous.get(path)).status, 200)
        continue
      }
      // These have the key in the body, or take a cookie. OpenAI errors have another form: see openai.test.ts.
      if (needsNoKey(name) || path.startsWith('/v1/')) continue
      assert.match((await anonymous.refused(401, verb, path)).message, /^missing service key: /)
      // After some wrong keys from one address, the answer no longer says that the key is wrong.
      const headers = { 'x-forwarded-for': `10.0.0.${i}` }
      const { message } = await stranger.refused(401, verb, path, { headers })
      assert.match(message, /^invalid service key: /)
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

/** The options of a union, or any other schema itself. */
function withOptions(schema: Schema): Schema[] {
  return (schema.oneOf ?? schema.anyOf)?.map(resolved) ?? [schema]
}

/** A job that is done. */
/** With more seconds of audio than any range in an example. */
async function doneJob(): Promise<string> {
  const { audio_url } = await client.upload(wav({ rate: 8_000, bits: 8 }, 40 * 8_000))
  return (await client.ended(await client.create({ audio_url, diarization: true }))).id
}

/** A member of the account, and the headers of requests by their console session. */
async function signedInMember(): Promise<{ id: string; headers: Record<string, string> }> {
  const invited = await client.send<{ url: string }>('POST', '/v2/invitations', { body: { role: 'editor' } })
  const token = new URL(invited.body.url).hash.slice(1)
  const accepted = await client
    .as(null)
    .send<{ who: { id: string } }>('POST', '/console/invitation/accept', { body: { token, name: 'Anna' } })
  const [cookie = ''] = accepted.headers.getSetCookie().map((set) => set.split(';')[0] ?? '')
  return { id: accepted.body.who.id, headers: { cookie, 'x-console': '1' } }
}

async function openedSession(): Promise<{ id: string }> {
  return (await client.send<{ id: string }>('POST', '/v2/live')).body
}

/** Without schemas of arbitrary keys, as in custom_metadata, which is limited as a whole. */
function withoutKeys(schemas: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schemas ?? {}, (_key, value: Schema | null) => {
      const isFree =
        value?.additionalProperties !== undefined && JSON.stringify(value.additionalProperties) === '{}'
      return isFree ? {} : value
    }),
  )
}

const nameOf = (schema: Schema): string => schema.$ref?.split('/').at(-1) ?? ''

function resolved(schema: Schema): Schema {
  return document.components.schemas[nameOf(schema)] ?? schema
}
