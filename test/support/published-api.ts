/**
 * The API as published at /openapi.json, and checks of answers and callbacks against it, used by `Client`,
 * `RunningService` and `TestEndpoint`. With TEST_PUBLISHED=<file>, each operation and status seen is appended to the file.
 */
import assert from 'node:assert/strict'
import { appendFileSync, existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import Fastify from 'fastify'
import { describeApi } from '../../src/http/openapi/describe-api.ts'

/** A part of a JSON Schema or of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly deprecated?: boolean
  readonly examples?: readonly object[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly minimum?: number
  readonly items?: Schema
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly example?: unknown
    readonly examples?: unknown
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, unknown>>
        readonly content?: Content
      }
    >
  >
}

export interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly servers: readonly { readonly url: string }[]
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The checked parts of an answer. */
interface Checked {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** Operations with their statuses, and events. */
const seen = new Set<string>()
const { TEST_PUBLISHED: report = '' } = process.env
if (report !== '') process.on('exit', () => appendFileSync(report, [...seen, ''].join('\n')))

/**
 * Where `npm test` caches the description for the next test file: a service takes 0.3 s of CPU time to write it, and
 * it is the same for all, except for the URL of the server.
 */
const { TEST_OPENAPI: file = '' } = process.env

let shared: Promise<PublishedApi> | null = null
let ofCallbacks: Promise<PublishedApi> | null = null

/** Whether an answer continues for as long as it is read. */
export const isEndless = (path: string, { status }: { readonly status: number }): boolean =>
  /^\/v2\/events\b/.test(path) && status === 200

/** The first chunk of an answer. */
async function firstOf({ body }: Response): Promise<Buffer> {
  for await (const bytes of body ?? []) return Buffer.from(bytes)
  return Buffer.alloc(0)
}

export class PublishedApi {
  readonly document: OpenApi
  readonly #ajv: Ajv2020
  readonly #operations: readonly {
    readonly template: string
    readonly verbs: Readonly<Record<string, Operation>>
    readonly pattern: RegExp
  }[]

  private constructor(document: OpenApi) {
    this.document = document
    this.#ajv = new Ajv2020({
      ...{ strict: true, allErrors: true, validateFormats: true, allowUnionTypes: true },
      // openapi.test.ts validates the document; compiling the meta-schema would take half of the compilation time.
      ...{ meta: false, validateSchema: false, code: { optimize: false } },
    })
    addFormats.default(this.#ajv)
    // URLs of callers are returned as given: they follow the URL standard of browsers, which allows unescaped braces, for example.
    this.#ajv.addFormat('uri', (text) => URL.canParse(text))
    this.#ajv.addVocabulary(Object.keys(document)) // strict, except for the keywords of the document
    this.#ajv.addSchema(document, 'openapi')
    this.#operations = Object.entries(document.paths).map(([template, verbs]) => ({
      template,
      verbs,
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}/?$`),
    }))
  }

  /** As the service at `url` describes itself. */
  static async of(url: string): Promise<PublishedApi> {
    return new PublishedApi(JSON.parse(await fetchText(url)) as OpenApi)
  }

  /** As any service describes itself, with compiled checks shared by the process; from the one at `url` if there are none yet. */
  static async ofAny(url: string): Promise<PublishedApi> {
    const describe = async () => new PublishedApi(JSON.parse(await knownText(url)) as OpenApi)
    return (shared ??= describe())
  }

  /** The part about callbacks, which is the same for every service and needs none. */
  static async ofCallbacks(): Promise<PublishedApi> {
    const describe = async () => {
      const app = Fastify()
      await describeApi(app, 'test', null)
      await app.ready()
      return new PublishedApi(app.swagger() as unknown as OpenApi)
    }
    return (ofCallbacks ??= describe())
  }

  /** Fails unless the body of a callback, or of a webhook of an account, matches the published one of its event. */
  checkCallback(body: string): void {
    const { event, account } = JSON.parse(body) as { event: string; account?: string }
    const webhook = `${account === undefined ? 'callback' : 'account'}.${event}`
    assert.ok(this.document.webhooks[webhook], `there is no webhook ${webhook}`)
    seen.add(webhook)
    const steps = ['webhooks', webhook, 'post', 'requestBody', 'content', 'application/json', 'schema']
    this.#checkBody(steps, { bytes: Buffer.from(body) }, webhook)
  }

  /** `fetch`, with `check` of its answer. */
  async fetch(url: URL, init: RequestInit & { readonly method: string }): Promise<Response> {
    const response = await fetch(url, init)
    const bytes = isEndless(url.pathname, response)
      ? await firstOf(response)
      : Buffer.from(await response.arrayBuffer())
    const { status, headers } = response
    this.check(init.method, url.pathname + url.search, { status, headers, bytes })
    return new Response(bytes.length === 0 ? null : bytes, { status, headers })
  }

  /**
   * Fails unless the answer is exactly as published for its method, path and status: content type, body, no other keys.
   * Anything that is not an operation must be answered with 404 and an error body, below `/v1` in the OpenAI format.
   * @param path with its query
   */
  check(verb: string, path: string, answer: Checked): void {
    const what = `${verb} ${path} answered ${answer.status}`
    const operation = this.#operation(verb, path)
    if (operation === null) {
      assert.equal(answer.status, 404, what)
      this.checkAs(path.startsWith('/v1/') ? 'OpenAiError' : 'ErrorBody', answer, what)
      return
    }
    const { template, described } = operation
    seen.add(`${verb} ${template} ${answer.status}`)
    const published = described.responses[answer.status]
    assert.ok(
      published,
      `${what}, which is not among the published ${Object.keys(described.responses).join(', ')}`,
    )
    if (published.content === undefined || verb === 'HEAD') {
      assert.equal(answer.bytes.length, 0, `${what} with a body`)
      return
    }
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
    assert.ok(published.content[type], `${what} with a body of type "${type}"`)
    if (type !== 'application/json') return
    const steps = [
      'paths',
      template,
      verb.toLowerCase(),
      'responses',
      answer.status,
      'content',
      type,
      'schema',
    ]
    // For lists: a page of whole jobs must not pass for one with some `fields`.
    const options =
      published.content[type].schema.anyOf === undefined ? [] : ['anyOf', asksForFields(path) ? 1 : 0]
    this.#checkBody([...steps, ...options], answer, what)
  }

  /** Fails unless the body matches one of the published schemas. */
  checkAs(name: string, answer: Checked, what = `the answer`): void {
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/, what)
    this.#checkBody(['components', 'schemas', name], answer, what)
  }

  #checkBody(steps: readonly (string | number)[], { bytes }: Pick<Checked, 'bytes'>, what: string): void {
    const body: unknown = JSON.parse(Buffer.from(bytes).toString())
    const validate = this.#validator(steps)
    if (validate(body)) return
    const faults = (validate.errors ?? []).map(
      (e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`,
    )
    assert.fail(
      `${what}, but not as published:\n${faults.join('\n')}\n${JSON.stringify(body).slice(0, 2000)}`,
    )
  }

  #validator(steps: readonly (string | number)[]): ValidateFunction {
    const pointer = steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))
    const $ref = `openapi#/${pointer.map(encodeURIComponent).join('/')}`
    return this.#ajv.getSchema($ref) ?? this.#ajv.compile({ $ref })
  }

  #operation(verb: string, path: string): { template: string; described: Operation } | null {
    const [place = ''] = path.split(/[?#]/)
    const name = verb === 'HEAD' ? 'get' : verb.toLowerCase()
    for (const { template, verbs, pattern } of this.#operations) {
      const described = verbs[name]
      if (described !== undefined && pattern.test(place)) return { template, described }
    }
    return null
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(`${url}/openapi.json`)
  assert.equal(response.status, 200)
  return response.text()
}

async function knownText(url: string): Promise<string> {
  if (existsSync(file)) return readFile(file, 'utf8')
  const text = await fetchText(url)
  if (file === '') return text
  // Renamed, so that another process never reads a partial file.
  const own = `${file}.${process.pid}`
  await writeFile(own, text)
  await rename(own, file)
  return text
}

function asksForFields(path: string): boolean {
  const query = /\?([^#]*)/.exec(path)?.[1]
  return new URLSearchParams(query).getAll('fields').some((fields) => fields.replaceAll(',', '') !== '')
}
