/** Why a URL given by a caller could not be fetched, in words for that caller. */
import { errors } from 'undici'

export type FetchErrorCode =
  | 'bad-url'
  | 'refused-address'
  | 'unreachable'
  | 'interrupted'
  | 'timeout'
  | 'too-large'
  | 'http-status'
  | 'too-many-redirects'

/**
 * The message is one sentence for the person who gave the URL: what is wrong and the remedy. It never holds an
 * address that a name resolved to, nor the URL, which may carry a signature; those are in `cause`.
 */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly code: FetchErrorCode
  /** Of the answer, where the code is `http-status`. */
  readonly status: number | undefined

  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options)
    this.code = code
    this.status = options?.status
  }
}

/** The guard refused to dial. The message names the address, so it is for the log only. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

export function tooSlow(cause?: unknown): FetchError {
  const message = 'The server of the URL is too slow; try again later, or upload the file.'
  return new FetchError('timeout', message, { cause })
}

export function tooLarge(maxBytes: number, cause?: unknown): FetchError {
  const limit = maxBytes.toLocaleString('en')
  const message = `The file behind the URL is larger than ${limit} bytes; give a shorter or a compressed recording.`
  return new FetchError('too-large', message, { cause })
}

/** What stopped a connection before its answer began. */
export function unanswered(cause: unknown): FetchError {
  if (cause instanceof RefusedAddressError) {
    const message =
      'The URL leads to a private or reserved address, which this service does not fetch from; ' +
      'give a public URL, upload the file, or have the operator set ALLOW_PRIVATE_URLS=1.'
    return new FetchError('refused-address', message, { cause })
  }
  if (cause instanceof errors.ConnectTimeoutError || cause instanceof errors.HeadersTimeoutError) {
    return tooSlow(cause)
  }
  const message =
    'The server of the URL gave no answer; check its name, its port and its certificate, or upload the file.'
  return new FetchError('unreachable', message, { cause })
}

/** What stopped a connection after its answer had begun. */
export function broken(cause: unknown, maxBytes: number): FetchError {
  if (cause instanceof errors.BodyTimeoutError) return tooSlow(cause)
  if (cause instanceof errors.ResponseExceededMaxSizeError) return tooLarge(maxBytes, cause)
  const message =
    'The connection broke before the whole file had come; check that the URL can be downloaded, and try again.'
  return new FetchError('interrupted', message, { cause })
}
