/** Sends forms in browsers, where `fetch` reports no upload progress. */
import { errorOf, ScriptoriumError } from './error.ts'
import { type Transport, unreachable } from './transport.ts'

// Declared here because programs for Node.js are compiled without TypeScript's DOM library.
interface Target<Event> {
  addEventListener(type: string, listener: (event: Event) => void): void
}
interface Request extends Target<unknown> {
  readonly status: number
  readonly responseText: string
  readonly upload: Target<{ readonly loaded: number; readonly total: number }>
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(form: FormData): void
  abort(): void
}
declare const XMLHttpRequest: new () => Request

export const isBrowser = typeof XMLHttpRequest !== 'undefined'

export interface FormOptions {
  readonly onProgress: (progress: { readonly sent: number; readonly total: number }) => void
  readonly signal: AbortSignal | undefined
  readonly idempotencyKey: string
}

/** Sends a form, without retries. @throws {ScriptoriumError}, or the reason of `signal` if it is aborted */
export async function sendForm<Answer>(
  transport: Transport,
  path: string,
  form: FormData,
  { onProgress, signal, idempotencyKey }: FormOptions,
): Promise<Answer> {
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  try {
    await new Promise<unknown>((resolve, reject) => {
      request.open('POST', transport.urlOf(path).href)
      for (const [name, value] of Object.entries(transport.headersOf({ idempotencyKey })))
        request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sent: loaded, total }))
      request.addEventListener('load', resolve)
      request.addEventListener('error', () => reject(unreachable(transport.base)))
      request.addEventListener('abort', () => {
        const aborted = new ScriptoriumError('unreachable', 'The upload was aborted.')
        reject(signal?.aborted ? signal.reason : aborted)
      })
      signal?.addEventListener('abort', abort)
      request.send(form)
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
  const { status, responseText } = request
  if (status !== 200) throw errorOf(status, responseText, (name) => request.getResponseHeader(name))
  return transport.parsed(responseText, status) as Answer
}
