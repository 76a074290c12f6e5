/** The only caller of the API. Requests carry the cookie of the session. */
import { signal } from '@preact/signals'
import type { ErrorBody } from '../contract/error.ts'
import type { Upload } from '../contract/upload.ts'

/** Base of the service: the bundle is at `<base>console/assets/`, also below a path of a proxy. */
export const BASE = new URL('../..', import.meta.url)

/** Whether the last request reached the service. */
export const isReachable = signal(true)

/** Called when the session has ended. */
export const onSessionEnd: { call: () => void } = { call: () => {} }

/** A request that failed. Its message is for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when the service was not reached. */
  readonly status: number
  /** Of the service's log line; null when the service was not reached. */
  readonly requestId: string | null
  /** One line per invalid field. */
  readonly faults: readonly string[]

  constructor(status: number, body: Partial<ErrorBody> | null) {
    super(
      body?.message ?? (status === 0 ? 'The service cannot be reached.' : `The service answered ${status}.`),
    )
    this.status = status
    this.requestId = body?.request_id ?? null
    this.faults = body?.validation_errors ?? []
  }
}

/** An answer, with what is needed to ask whether it has changed. */
export interface Versioned<Value> {
  readonly value: Value
  readonly etag: string | null
  /** Number of jobs on all pages of a list; null where the service does not count them. */
  readonly total: number | null
}

interface Sent {
  /** Sent as JSON. */
  readonly body?: object
  readonly signal?: AbortSignal
}

async function send(
  method: string,
  path: string,
  { body, signal: abort }: Sent,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(new URL(path, BASE), {
    method,
    headers: {
      accept: 'application/json',
      'x-console': '1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: abort ?? null,
  }).catch((error: unknown) => {
    if (abort?.aborted) throw error
    isReachable.value = false
    throw new ApiError(0, null)
  })
  isReachable.value = true
  if (response.ok || response.status === 304) return response
  throw failed(response.status, await response.text())
}

function failed(status: number, text: string): ApiError {
  if (status === 401) onSessionEnd.call()
  try {
    return new ApiError(status, JSON.parse(text) as ErrorBody)
  } catch {
    // Of a proxy in between.
    return new ApiError(status, null)
  }
}

/** @param path of an operation, without a leading slash */
export async function get<Value>(path: string, abort?: AbortSignal): Promise<Value> {
  const response = await send('GET', path, abort === undefined ? {} : { signal: abort })
  return (await response.json()) as Value
}

/** @returns `known` itself if nothing has changed since */
export async function getVersion<Value>(
  path: string,
  known: Versioned<Value> | null,
  abort?: AbortSignal,
): Promise<Versioned<Value>> {
  const headers: Record<string, string> = known?.etag == null ? {} : { 'if-none-match': known.etag }
  const response = await send('GET', path, abort === undefined ? {} : { signal: abort }, headers)
  if (response.status === 304 && known !== null) return known
  return versionOf<Value>(response)
}

async function versionOf<Value>(response: Response): Promise<Versioned<Value>> {
  const total = response.headers.get('x-total-count')
  return {
    value: (await response.json()) as Value,
    etag: response.headers.get('etag'),
    total: total === null ? null : Number(total),
  }
}

/** @param path of an operation that answers with text */
export async function getText(path: string, abort?: AbortSignal): Promise<string> {
  const response = await send('GET', path, abort === undefined ? {} : { signal: abort })
  return response.text()
}

export async function post<Value>(path: string, body?: object): Promise<Value> {
  const response = await send('POST', path, body === undefined ? {} : { body })
  const text = await response.text()
  return (text === '' ? null : JSON.parse(text)) as Value
}

/** @returns the value after the change */
export async function patch<Value>(path: string, body: object): Promise<Value> {
  const response = await send('PATCH', path, { body })
  return (await response.json()) as Value
}

/**
 * Replaces a value, unless it has changed since.
 * @param etag of the value that is replaced
 * @throws {ApiError} 412 when it has changed
 */
export async function put<Value>(path: string, body: object, etag: string): Promise<Versioned<Value>> {
  return versionOf<Value>(await send('PUT', path, { body }, { 'if-match': etag }))
}

export async function remove(path: string): Promise<void> {
  await send('DELETE', path, {})
}

/**
 * Uploads a file. Not by `fetch`, which does not report how much was sent.
 * @param onProgress called with the part that was sent, 0–1
 */
export async function uploadFile(
  file: File,
  abort: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<Upload> {
  const { promise, resolve, reject } = Promise.withResolvers<Upload>()
  const request = new XMLHttpRequest()
  request.open('POST', new URL('v2/upload', BASE))
  request.setRequestHeader('x-console', '1')
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total === 0 ? 0 : loaded / total),
  )
  request.addEventListener('load', () => {
    if (request.status === 200) resolve(JSON.parse(request.responseText) as Upload)
    else reject(failed(request.status, request.responseText))
  })
  request.addEventListener('error', () => reject(new ApiError(0, null)))
  request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
  abort.addEventListener('abort', () => request.abort())
  const form = new FormData()
  form.append('audio', file)
  request.send(form)
  return promise
}
