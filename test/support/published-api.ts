/** The API as published at /openapi.json, and checks of answers against it. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** A part of a JSON Schema or of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly default?: unknown
  readonly const?: unknown
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
  readonly security?: readonly unknown[]
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

/** By its text. */
const fetched = new Map<string, PublishedApi>()

export class PublishedApi {
  readonly document: OpenApi
  readonly #ajv: Ajv2020

  private constructor(document: OpenApi) {
    this.document = document
    this.#ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: true, allowUnionTypes: true })
    addFormats.default(this.#ajv)
    // A caller's URL is shown as it was given: one by the URL standard of browsers, such as with unescaped braces.
    this.#ajv.addFormat('uri', (text) => URL.canParse(text))
    this.#ajv.addVocabulary(Object.keys(document)) // strict, except for the keywords of the document
    this.#ajv.addSchema(document, 'openapi')
  }

  /** Fetches the description from the service at `url`. Services with the same one share their compiled checks. */
  static async of(url: string): Promise<PublishedApi> {
    const response = await fetch(`${url}/openapi.json`)
    assert.equal(response.status, 200)
    const text = await response.text()
    const published = fetched.get(text) ?? new PublishedApi(JSON.parse(text) as OpenApi)
    fetched.set(text, published)
    return published
  }

  /**
   * Fails unless the answer is exactly as published for that method, path and status: content type, body, no other keys.
   * Anything that is not an operation must be answered with 404 and an error body.
   */
  check(verb: string, path: string, answer: Checked): void {
    const what = `${verb} ${path} answered ${answer.status}`
    const operation = this.#operation(verb, path)
    if (operation === null) {
      assert.equal(answer.status, 404, what)
      this.checkAs('ErrorBody', answer, what)
      return
    }
    const { template, described } = operation
    const published = described.responses[answer.status]
    assert.ok(
      published,
      `${what}, which is not among the published ${Object.keys(described.responses).join(', ')}`,
    )
    if (published.content === undefined) {
      assert.equal(answer.bytes.length, 0, `${what} with a body`)
      return
    }
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
    assert.ok(published.content[type], `${what} with a body of type "${type}"`)
    if (type !== 'application/json') return
    const steps = ['paths', template, verb.toLowerCase(), 'responses', answer.status, 'content', type]
    this.#checkBody([...steps, 'schema'], answer, what)
  }

  /** Fails unless the body matches one of the published schemas. */
  checkAs(name: string, answer: Checked, what = `the answer`): void {
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/, what)
    this.#checkBody(['components', 'schemas', name], answer, what)
  }

  #checkBody(steps: readonly (string | number)[], { bytes }: Checked, what: string): void {
    const body: unknown = JSON.parse(Buffer.from(bytes).toString())
    const validate = this.#validator(steps)
    if (validate(body)) return
    const faults = (validate.errors ?? []).map(
      (e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`,
    )
    assert.fail(`${what}, but not as published:\n${faults.join('\n')}\n${JSON.stringify(body, null, 1)}`)
  }

  #validator(steps: readonly (string | number)[]): ValidateFunction {
    const pointer = steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))
    const $ref = `openapi#/${pointer.map(encodeURIComponent).join('/')}`
    return this.#ajv.getSchema($ref) ?? this.#ajv.compile({ $ref })
  }

  #operation(verb: string, path: string): { template: string; described: Operation } | null {
    const [plain = ''] = path.split(/[?#]/)
    const place = plain.length > 1 ? plain.replace(/\/$/, '') : plain
    for (const [template, verbs] of Object.entries(this.document.paths)) {
      const described = verbs[verb.toLowerCase()]
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`)
      if (described !== undefined && pattern.test(place)) return { template, described }
    }
    return null
  }
}
