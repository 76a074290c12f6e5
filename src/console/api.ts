/** The only caller of the API, through the client for TypeScript. Requests carry the cookie of the console session. */
import { signal } from '@preact/signals'
import { ScriptoriumError } from '../../clients/typescript/src/error.ts'
import { createLive, joinLive, type LiveSession } from '../../clients/typescript/src/live-session.ts'
import {
  type Answer,
  newKey,
  type RequestOptions,
  Transport,
} from '../../clients/typescript/src/transport.ts'
import type { LiveRequest, LiveSessionCreated, Upload } from '../../clients/typescript/src/types.ts'
import { upload, type UploadOptions } from '../../clients/typescript/src/upload.ts'

export { joinLive, newKey, ScriptoriumError }
export type { LiveSession }

/** The first fault that the service found in a request, or the message of any other error. */
export const firstFault = (error: Error): string =>
  (error instanceof ScriptoriumError ? error.faults[0] : undefined) ?? error.message

/** Base of the service, which may be below a path of a proxy: the bundle is at `<base>console/assets/`. */
export const BASE = new URL('../..', import.meta.url)

/** Whether the last request reached the service. */
export const isReachable = signal(true)

/** Called when the console session has ended. */
export const onSignedOut: { call: () => void } = { call: () => {} }

/** Called when the service refuses something that the console session was expected to allow. */
export const onForbidden: { call: () => void } = { call: () => {} }

/** Called when another page of the browser has changed the account in use. */
export const onAccountChanged: { call: () => void } = { call: () => {} }

/** Timeout in milliseconds of requests that take minutes. */
const PATIENCE_MS = 30 * 60_000

const always: Record<string, string> = { 'x-console': '1' }

/** Sets the account that requests are for: the service refuses them once the console session uses another one. */
export function nameAccount(account: string | undefined): void {
  if (account === undefined) delete always['x-console-account']
  else always['x-console-account'] = encodeURIComponent(account)
}

/** No retries: failures are shown at once, and the user or the screen tries again. */
const transport = new Transport({ url: BASE, headers: always, maxRetries: 0 })

/** A response, with what is needed to ask whether it has changed. */
export interface Versioned<Value> {
  readonly value: Value
  readonly etag: string | null
  /** Number of jobs on all pages of a list; null if the service does not count them. */
  readonly total: number | null
}

/** Returns the result of a request, after noting what it reveals about the connection and the console session. */
async function noted<Result>(request: Promise<Result>): Promise<Result> {
  try {
    const result = await request
    isReachable.value = true
    return result
  } catch (error) {
    if (error instanceof ScriptoriumError) {
      isReachable.value = error.status !== null
      if (error.status === 401) onSignedOut.call()
      if (error.status === 403) onForbidden.call()
      if (error.status === 409 && error.message.startsWith('the account in use')) onAccountChanged.call()
    }
    throw error
  }
}

async function json<Value>(method: string, path: string, options: RequestOptions): Promise<Answer<Value>> {
  return noted(transport.json<Value>(method, path, options))
}

/** @param path of an operation, without a leading slash */
export async function get<Value>(path: string, abort?: AbortSignal): Promise<Value> {
  return (await json<Value>('GET', path, { signal: abort })).body
}

/** @returns `known` itself if nothing has changed since */
export async function getVersion<Value>(
  path: string,
  known: Versioned<Value> | null,
  abort?: AbortSignal,
): Promise<Versioned<Value>> {
  const headers: Record<string, string> = known?.etag == null ? {} : { 'if-none-match': known.etag }
  const answer = await json<Value>('GET', path, { headers, signal: abort })
  // A 304 has no body.
  return answer.body === null && known !== null ? known : versionOf(answer)
}

function versionOf<Value>({ body, headers }: Answer<Value>): Versioned<Value> {
  const total = headers.get('x-total-count')
  return { value: body, etag: headers.get('etag'), total: total === null ? null : Number(total) }
}

/** @param path of an operation that returns text */
export async function getText(path: string, abort?: AbortSignal): Promise<string> {
  return (await noted(transport.send('GET', path, { signal: abort }))).text()
}

/** @param idempotencyKey prevents a repeated request from creating anything twice */
export async function post<Value>(path: string, body?: object, idempotencyKey?: string): Promise<Value> {
  return (await json<Value>('POST', path, { body, idempotencyKey })).body
}

/** As {@link post}, for requests that take minutes. */
export async function postPatiently<Value>(path: string, body: object, abort: AbortSignal): Promise<Value> {
  return (await json<Value>('POST', path, { body, signal: abort, timeoutMs: PATIENCE_MS })).body
}

/** @returns the value after the change */
export async function patch<Value>(path: string, body: object): Promise<Value> {
  return (await json<Value>('PATCH', path, { body })).body
}

/**
 * Replaces a value, unless it has changed since.
 * @param etag of the value to replace; without it, any version is replaced
 * @throws {ScriptoriumError} 412 if it has changed
 */
export async function put<Value>(path: string, body: object, etag?: string): Promise<Versioned<Value>> {
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag }
  return versionOf(await json<Value>('PUT', path, { body, headers }))
}

/** As {@link put}, but the service computes the new value. */
export async function postVersion<Value>(
  path: string,
  body: object,
  etag: string,
): Promise<Versioned<Value>> {
  return versionOf(await json<Value>('POST', path, { body, headers: { 'if-match': etag } }))
}

/** @returns the body of the response; null for most operations */
export async function remove<Value = null>(path: string): Promise<Value> {
  return (await json<Value>('DELETE', path, {})).body
}

export async function uploadFile(file: File, options: UploadOptions): Promise<Upload> {
  return noted(upload(transport, file, options))
}

/** Creates a live session, to be joined with {@link joinLive}. */
export async function openLive(request: LiveRequest): Promise<LiveSessionCreated> {
  return noted(createLive(transport, request))
}
