/** A client of a running service that checks every answer against the published API. */
import assert from 'node:assert/strict'
import type { ErrorBody } from '../../src/contract/error.ts'
import type { PreRecordedJob } from '../../src/contract/job.ts'
import type { Upload } from '../../src/contract/upload.ts'
import { PublishedApi } from './published-api.ts'
import { until } from './until.ts'

/** No request takes this long: one that hangs fails instead of blocking the suite. */
const PATIENCE_MS = 60_000

/** An answer with its body: parsed if it is JSON, otherwise null. */
interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer<ArrayBuffer>
  readonly body: Body
}

/** Where requests are sent, and with which key, if any. */
interface Service {
  readonly url: string
  readonly key: string | null
}

interface Sent {
  /** An object is sent as JSON. */
  readonly body?: object | string | Buffer<ArrayBuffer> | FormData
  readonly headers?: Readonly<Record<string, string>>
}

export class Client {
  readonly api: PublishedApi
  /** Every error body so far. */
  readonly errors: ErrorBody[] = []
  /** Number of answers so far. */
  answered = 0
  readonly #url: string
  readonly #key: string | null

  private constructor(api: PublishedApi, { url, key }: Service) {
    this.api = api
    this.#url = url
    this.#key = key
  }

  static async of(service: Service): Promise<Client> {
    return new Client(await PublishedApi.ofAny(service.url), service)
  }

  /** The same service, with another key. */
  as(key: string | null): Client {
    return new Client(this.api, { url: this.#url, key })
  }

  /** The same API at another URL. */
  at(service: Service): Client {
    return new Client(this.api, service)
  }

  /** @param path a path of the service, or an absolute URL from an answer */
  async send<Body = null>(verb: string, path: string, { body, headers }: Sent = {}): Promise<Answer<Body>> {
    const url = new URL(path, this.#url)
    const isJson = typeof body === 'object' && !(body instanceof FormData) && !Buffer.isBuffer(body)
    const response = await this.api.fetch(url, {
      method: verb,
      headers: {
        ...(this.#key === null ? {} : { 'x-service-key': this.#key }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        'accept-encoding': 'identity', // compressing and decompressing answers takes a third of the CPU time
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const answer = { status: response.status, headers: response.headers, bytes }
    this.answered++
    const parsed: unknown = bytes.length > 0 && isJsonAnswer(response) ? JSON.parse(bytes.toString()) : null
    if (response.status >= 400) this.errors.push(parsed as ErrorBody)
    return { ...answer, body: parsed as Body }
  }

  async get<Body = null>(
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Body>> {
    return this.send<Body>('GET', path, { headers })
  }

  /** Sends a request that must be refused with `status`. @returns the error */
  async refused(status: number, verb: string, path: string, sent: Sent = {}): Promise<ErrorBody> {
    const answer = await this.send<ErrorBody>(verb, path, sent)
    assert.equal(answer.status, status, `${verb} ${path}: ${String(answer.bytes)}`)
    assert.equal(answer.body.statusCode, status)
    assert.equal(answer.body.path, new URL(path, this.#url).pathname)
    assert.equal('validation_errors' in answer.body, status === 400)
    return answer.body
  }

  async upload(bytes: Buffer<ArrayBuffer>, filename = 'talk.wav'): Promise<Upload> {
    const form = new FormData()
    form.append('audio', new Blob([bytes]), filename)
    const answer = await this.send<Upload>('POST', '/v2/upload', { body: form })
    assert.equal(answer.status, 200, String(answer.bytes))
    return answer.body
  }

  /** Creates a job. @returns its id */
  async create(request: object, path = '/v2/pre-recorded'): Promise<string> {
    const answer = await this.send<{ id: string }>('POST', path, { body: request })
    assert.equal(answer.status, 201, String(answer.bytes))
    return answer.body.id
  }

  async job(id: string): Promise<PreRecordedJob> {
    const answer = await this.get<PreRecordedJob>(`/v2/pre-recorded/${id}`)
    assert.equal(answer.status, 200, String(answer.bytes))
    return answer.body
  }

  /** Polls a job until it has one of the statuses. */
  async jobThatIs(id: string, ...statuses: PreRecordedJob['status'][]): Promise<PreRecordedJob> {
    const job = await until(
      async () => this.job(id),
      ({ status, completed_at }) => statuses.includes(status) || completed_at !== null,
    )
    assert.ok(statuses.includes(job.status), `job ${id} has ended as ${job.status}`)
    return job
  }

  /** The job once it has ended, as done or error. */
  async ended(id: string): Promise<PreRecordedJob> {
    return this.jobThatIs(id, 'done', 'error')
  }
}

function isJsonAnswer({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}
